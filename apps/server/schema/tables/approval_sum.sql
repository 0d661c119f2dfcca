-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121111000_approvals
-- Sums that were moved by acts with a threshold, so that many small ones count as the large one that they are: a day's
-- by the same person, and a day's on the same subject.

CREATE TABLE approval_sum (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  act text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  person_id bigint NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT approval_sum_pkey PRIMARY KEY (id),
  CONSTRAINT approval_sum_person_id_fkey FOREIGN KEY (person_id) REFERENCES app_user(id),
  CONSTRAINT approval_sum_amount_check CHECK ((amount >= 0))
);
CREATE INDEX approval_sum_person ON approval_sum USING btree (person_id, act, currency, at);
CREATE INDEX approval_sum_subject ON approval_sum USING btree (subject_id, subject_kind, act, currency, at);
