-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_payout_by_hand
-- What was said, and by whom, of a payout that was paid by hand.

CREATE TABLE payout_by_hand (
  order_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  third_party_no text,
  slip text,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  said_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_by_hand_approval_id_key UNIQUE (approval_id),
  CONSTRAINT payout_by_hand_pkey PRIMARY KEY (order_id),
  CONSTRAINT payout_by_hand_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT payout_by_hand_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT payout_by_hand_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_order(id),
  CONSTRAINT payout_by_hand_slip_fkey FOREIGN KEY (slip) REFERENCES payout_slip(hash),
  CONSTRAINT payout_by_hand_check CHECK (((third_party_no IS NOT NULL) OR (slip IS NOT NULL))),
  CONSTRAINT payout_by_hand_check1 CHECK ((maker_id <> checker_id)),
  CONSTRAINT payout_by_hand_check2 CHECK (((approval_id IS NULL) = (checker_id IS NULL)))
);
CREATE UNIQUE INDEX payout_by_hand_number ON payout_by_hand USING btree (channel_account_id, reference_key(third_party_no));
CREATE UNIQUE INDEX payout_by_hand_slip ON payout_by_hand USING btree (slip);
CREATE TRIGGER payout_by_hand_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payout_by_hand FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_by_hand_slip_of_withdrawal BEFORE INSERT ON payout_by_hand FOR EACH ROW WHEN ((new.slip IS NOT NULL)) EXECUTE FUNCTION refuse_slip_of_withdrawal();
