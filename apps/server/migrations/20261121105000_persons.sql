-- Up Migration
-- Four eyes compare persons, not accounts. Here stands who gave an account what it has or reset it, so that nobody
-- decides with an account that the maker holds in his hand, and money does not leave at once behind the back of whoever
-- was reset. All of it in wall time: moving the business clock on makes
-- nobody trustworthy.

CREATE TABLE account_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  -- `key` and `callback` are the merchant's, whose user it is; all others are of the account itself.
  what text NOT NULL
    CHECK (what IN ('account', 'rights', 'password', 'paymentPassword', 'twoFactor', 'key', 'callback')),
  -- Who did it, himself or as the maker of what a second person approved; null for the server's console.
  by_id bigint REFERENCES app_user,
  -- His person at that time.
  by_person bigint REFERENCES app_user,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_change_user ON account_change (user_id, at);
CREATE TRIGGER account_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON account_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The account and everybody who may sit behind it: its person and, as long as nobody has confirmed it, those who made
-- it. Two accounts that have one of them in common are the same person.
CREATE FUNCTION persons_behind(account bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE behind AS (
    SELECT id, person_id, made_by FROM app_user WHERE id = account
    UNION
    SELECT u.id, u.person_id, u.made_by
    FROM behind b JOIN app_user u ON u.id IN (b.person_id, b.made_by)
    WHERE b.person_id <> b.id
  )
  SELECT array_agg(id) FROM behind
$$;

-- What others gave an account, or reset of it, since the server's console last gave it to somebody.
CREATE FUNCTION changes_by_others(account bigint, within interval)
RETURNS SETOF account_change LANGUAGE sql STABLE AS $$
  SELECT * FROM account_change c
  WHERE c.user_id = account AND c.what NOT IN ('key', 'callback') AND c.by_id <> c.user_id AND c.at > greatest(
    now() - within,
    (SELECT max(given.at) FROM account_change given
     WHERE given.user_id = account AND given.what = 'account' AND given.by_id IS NULL))
$$;

-- Those behind an account, and everybody who within seven days gave them anything or reset it: directly, or through an
-- account in which he had his hand by then. Rights let nobody into an account: without `rights` they do not count.
CREATE FUNCTION hands_on(account bigint, rights boolean DEFAULT true) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE hands AS (
    SELECT id FROM unnest(persons_behind(account)) AS id
    UNION
    SELECT hand
    FROM hands h
    CROSS JOIN LATERAL changes_by_others(h.id, interval '7 days') c
    CROSS JOIN LATERAL unnest(ARRAY[c.by_id, c.by_person]) AS hand
    WHERE rights OR c.what <> 'rights'
  )
  SELECT array_agg(id) FROM hands
$$;

-- Nobody else made the account, or set or reset its credentials, within 72 hours; nor those of its person.
CREATE FUNCTION is_seasoned(account bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM unnest(persons_behind(account)) AS id
    CROSS JOIN LATERAL changes_by_others(id, interval '72 hours') c
    WHERE c.what <> 'rights')
$$;

-- The way out when nobody is left to decide: the server's console gives an administrator his account back, a day after
-- everybody was told.
CREATE TABLE admin_recovery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  announced_at timestamptz NOT NULL DEFAULT now(),
  effective_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX admin_recovery_once ON admin_recovery (user_id) WHERE ended_at IS NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE UPDATE, DELETE ON account_change FROM suanpan_app;
  END IF;
END $$;
