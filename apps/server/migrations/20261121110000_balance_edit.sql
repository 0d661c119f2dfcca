-- Up Migration
-- Edits by hand of frozen and settleable money. Each is one journal, whose reference is the row's id. A freeze that names an
-- order or ends by itself is given back whole, and once; of all others the sum is what may be given back by hand.

CREATE TABLE balance_edit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  kind text NOT NULL CHECK (kind IN ('frozen', 'settleable')),
  currency text NOT NULL,
  -- Minor units; below zero is the way back.
  change bigint NOT NULL CHECK (change <> 0),
  -- Where frozen money was before and is afterwards: settleable, or one order's own money that waits for its day; for
  -- settleable money what may only pay others.
  bucket text NOT NULL CHECK (bucket IN ('L200', 'L201', 'L210')),
  -- For the sake of which order it is frozen, and when it ends by itself.
  order_id bigint,
  until timestamptz,
  -- The freeze that this gives back.
  undoes bigint UNIQUE REFERENCES balance_edit,
  -- Null where a freeze ended by itself.
  maker_id bigint REFERENCES app_user,
  -- Whose person the maker was then.
  maker_person bigint REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL)),
  CHECK ((maker_id IS NULL) = (maker_person IS NULL)),
  CHECK (maker_id IS NOT NULL OR undoes IS NOT NULL),
  CHECK ((kind = 'settleable') = (bucket = 'L201')),
  CHECK ((order_id IS NULL AND until IS NULL) OR (kind = 'frozen' AND change > 0)),
  CHECK (undoes IS NULL OR (kind = 'frozen' AND change < 0)),
  CHECK (bucket <> 'L210' OR order_id IS NOT NULL OR undoes IS NOT NULL)
);
CREATE INDEX balance_edit_order ON balance_edit (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX balance_edit_until ON balance_edit (until) WHERE until IS NOT NULL;
CREATE INDEX balance_edit_user ON balance_edit (user_id, kind);
CREATE INDEX balance_edit_person ON balance_edit (maker_person, created_at);

CREATE TRIGGER balance_edit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON balance_edit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether this is the account of an active person of the platform or of this senior agent's house (of the platform alone
-- where there is none): only these move money by hand.
CREATE FUNCTION stands_over(person bigint, agent bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM app_user u LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind = 'staffSub'
    WHERE u.id = person AND u.status = 'active' AND coalesce(o.status, 'active') = 'active'
      AND (coalesce(o.kind, u.kind) IN ('admin', 'manager')
        OR (coalesce(o.kind, u.kind) = 'agent' AND coalesce(o.id, u.id) = agent)))
$$;

-- Whether an edit takes a second person: with what the same person, or anybody with this owner, edited so in the last
-- day it reaches the threshold of its tree (packages/domain/approvals). Four eyes can be switched off, but not in
-- production, so the books insist on them there.
CREATE FUNCTION edit_needs_approval(u app_user, tree bigint, kind text, change bigint, person bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM installation WHERE mode = 'production')
    AND abs(change) + (
      SELECT greatest(coalesce(sum(abs(e.change)) FILTER (WHERE e.maker_person = person), 0),
                      coalesce(sum(abs(e.change)) FILTER (WHERE e.user_id = u.id), 0))
      FROM balance_edit e
      WHERE (e.maker_person = person OR e.user_id = u.id) AND e.kind = edit_needs_approval.kind AND e.currency = u.currency
        AND e.maker_id IS NOT NULL AND e.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = u.currency AND (p.agent_id IS NULL OR p.agent_id = tree)
         AND (p.act IS NULL OR p.act = CASE kind WHEN 'frozen' THEN 'users.editFrozen' ELSE 'users.editSettleable' END)
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE u.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END);
END $$;

-- A freeze that is named, and that nobody has given back.
CREATE FUNCTION is_open_freeze(f balance_edit) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT f.kind = 'frozen' AND f.change > 0 AND (f.order_id IS NOT NULL OR f.until IS NOT NULL)
    AND NOT EXISTS (SELECT FROM balance_edit b WHERE b.undoes = f.id)
$$;

-- What can be frozen for an order's sake: its merchant's whole share while that waits for its day (L210), afterwards what the
-- order brought him, less what is frozen of it (L200). No row where nothing can: it is not settled, a refund is under way, or
-- its money may pay others before its day and so lies in no place of its own.
CREATE FUNCTION freezable_of(o collection_order) RETURNS TABLE (bucket text, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.bucket, f.amount
  FROM (
    SELECT 'L210' AS bucket, l.amount
    FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id
    CROSS JOIN LATERAL unnest(p.leg_accounts, coalesce(d.remaining, p.leg_amounts)) AS l (account_id, amount)
    JOIN account a ON a.id = l.account_id AND a.kind = 'L210' AND a.owner_id = o.customer_id
    WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity') AND d.frozen_by IS NULL
    UNION ALL
    SELECT 'L200', o.accounted_amount - coalesce((
      SELECT sum(f.change) FROM balance_edit f WHERE f.order_id = o.id AND is_open_freeze(f)), 0)::bigint
    WHERE NOT EXISTS (SELECT FROM settlement_due d WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity'))
  ) f
  WHERE o.fee IS NOT NULL AND NOT o.is_test AND (o.refund_status IN ('preparing', 'refunding')) IS NOT TRUE AND f.amount > 0
$$;

-- Keeps an edit and posts its journal, whose legs all move accounts of this owner, whom the caller has locked. Answers the
-- journal. Refuses (LG403) to give back by hand what was not frozen so, a named freeze that is not there or was given back,
-- and an order's money that is not there.
CREATE FUNCTION keep_edit(e balance_edit, u app_user, request text) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  undone balance_edit;
  o collection_order;
  can record;
  entry journal_entry;
  journal bigint;
  changed int;
BEGIN
  IF e.undoes IS NOT NULL THEN
    SELECT f.* INTO undone FROM balance_edit f
    WHERE f.id = e.undoes AND f.user_id = e.user_id AND f.change = -e.change AND is_open_freeze(f);
    IF undone.id IS NULL THEN
      RAISE EXCEPTION 'there is no such freeze' USING ERRCODE = 'LG403';
    END IF;
  ELSIF e.kind = 'frozen' AND e.change < 0 AND -e.change > (
    SELECT coalesce(sum(f.change), 0) FROM balance_edit f
    WHERE f.user_id = e.user_id AND f.kind = 'frozen' AND f.order_id IS NULL AND f.until IS NULL AND f.undoes IS NULL
  ) THEN
    RAISE EXCEPTION 'so much was not frozen by hand' USING ERRCODE = 'LG403';
  ELSIF e.until <= at THEN
    RAISE EXCEPTION 'a freeze does not end before it begins' USING ERRCODE = 'LG403';
  END IF;
  e.bucket := coalesce(undone.bucket, CASE e.kind WHEN 'settleable' THEN 'L201' ELSE 'L200' END);
  SELECT c.* INTO o FROM collection_order c WHERE c.id = coalesce(e.order_id, undone.order_id) FOR NO KEY UPDATE;
  IF e.order_id IS NOT NULL THEN
    SELECT f.bucket, f.amount INTO can FROM freezable_of(o) f;
    IF o.customer_id IS DISTINCT FROM e.user_id OR o.currency <> e.currency OR can.amount IS NULL OR e.change > can.amount
       OR (can.bucket = 'L210' AND e.change <> can.amount) THEN
      RAISE EXCEPTION 'so much of order % cannot be frozen', e.order_id USING ERRCODE = 'LG403';
    END IF;
    e.bucket := can.bucket;
  END IF;

  INSERT INTO balance_edit (user_id, kind, currency, change, bucket, order_id, until, undoes, maker_id, maker_person, checker_id,
    approval_id, reason, created_at)
  VALUES (e.user_id, e.kind, e.currency, e.change, e.bucket, e.order_id, e.until, e.undoes, e.maker_id, e.maker_person,
    e.checker_id, e.approval_id, e.reason, at)
  RETURNING id INTO e.id;
  IF e.bucket = 'L210' THEN
    -- What waits becomes less by what is frozen of it, or whole again; frozen, the order is not released.
    UPDATE settlement_due d
    SET frozen_by = CASE WHEN e.undoes IS NULL THEN e.id END,
        remaining = nullif(ARRAY(
          SELECT l.amount - CASE WHEN a.kind = 'L210' AND a.owner_id = o.customer_id THEN e.change ELSE 0 END
          FROM unnest(p.leg_accounts, coalesce(d.remaining, p.leg_amounts)) WITH ORDINALITY AS l (account_id, amount, n)
          JOIN account a ON a.id = l.account_id ORDER BY l.n), p.leg_amounts)
    FROM collection_plan p
    WHERE p.order_id = d.order_id AND d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity')
      AND d.frozen_by IS NOT DISTINCT FROM e.undoes;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> 1 THEN
      RAISE EXCEPTION 'the money of order % does not wait any more', o.id USING ERRCODE = 'LG404';
    END IF;
  END IF;

  entry.event := CASE WHEN e.kind = 'settleable' THEN 'settleable.edit' WHEN e.change > 0 THEN 'balance.freeze' ELSE 'balance.unfreeze' END;
  entry.ref_id := e.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := e.currency;
  entry.customer_id := CASE WHEN u.kind = 'customer' THEN u.id END;
  entry.agent_id := CASE WHEN u.kind = 'agent' THEN u.id ELSE u.agent_id END;
  entry.sub_agent_id := CASE WHEN u.kind = 'subAgent' THEN u.id END;
  entry.middleman_id := CASE WHEN u.kind = 'middleman' THEN u.id END;
  entry.actor_id := e.maker_id;
  entry.note := e.reason;
  entry.request_id := request;
  entry.amounts := ARRAY[-e.change, e.change];
  entry.account_ids := ledger_open_accounts(
    ARRAY[e.bucket, CASE e.kind WHEN 'settleable' THEN 'L200' ELSE 'L220' END],
    ARRAY[u.id, u.id], ARRAY[NULL, NULL]::bigint[], ARRAY[e.currency, e.currency], ARRAY['main', 'main']);
  journal := (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
  -- Its day came while it was frozen.
  IF e.bucket = 'L210' AND e.undoes IS NOT NULL AND o.settle_at <= at THEN
    PERFORM release_collections(ARRAY[o.id], NULL, request);
  END IF;
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('funds.moved', 'user:' || u.id, json_build_object('owner_ids', ARRAY[u.id::text]), at);
  RETURN journal;
END $$;

-- Whether what was approved is exactly this edit.
CREATE FUNCTION edit_is_agreed(e balance_edit, act text, payload jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT act = CASE e.kind WHEN 'frozen' THEN 'users.editFrozen' ELSE 'users.editSettleable' END
    AND payload ->> 'user_id' = e.user_id::text AND payload ->> 'change' = e.change::text
    AND (payload ->> 'order_id') IS NOT DISTINCT FROM e.order_id::text
    AND (payload ->> 'until')::timestamptz IS NOT DISTINCT FROM e.until
    AND (payload ->> 'gives_back') IS NOT DISTINCT FROM e.undoes::text
$$;

-- The door of the edits: keeps the edit and posts its journal. Frozen money is taken from settleable money or, before its
-- day, from an order's own (J12), and given back as far as it was frozen by hand, or whole where `gives_back` names a freeze;
-- settleable money is exchanged with money that may only pay others (J13). Answers the journal; a debit without cover
-- violates journal_is_sound (23514).
-- The maker is a person of the owner's tree; `agreed` is the approval of exactly this edit, and the checker is the one who
-- gave it, whose person the triggers of `approval` have held against the maker's. Without one it is refused (LG403)
-- where it takes a second person.
CREATE FUNCTION edit_balance(
  owner bigint, kind text, change bigint, maker bigint, agreed bigint, reason text, request text,
  for_order bigint DEFAULT NULL, until timestamptz DEFAULT NULL, gives_back bigint DEFAULT NULL
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  u app_user;
  -- A senior agent's own money is the platform's to edit.
  tree bigint;
  e balance_edit;
BEGIN
  -- Edits of one person follow each other as well, where his sum is looked at: with other owners he could make two at
  -- once that count for one. The lock that the approvals take first of all.
  IF agreed IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('approval_sum '
      || CASE edit_balance.kind WHEN 'frozen' THEN 'users.editFrozen ' ELSE 'users.editSettleable ' END || a.person_id, 0))
    FROM app_user a WHERE a.id = maker;
  END IF;
  -- Edits of one owner follow each other.
  SELECT * INTO u FROM app_user a WHERE a.id = owner AND a.status <> 'archived' FOR NO KEY UPDATE;
  IF u.id IS NULL THEN
    RAISE EXCEPTION 'there is no owner %', owner USING ERRCODE = 'LG404';
  END IF;
  tree := CASE WHEN u.kind <> 'agent' THEN u.agent_id END;
  e.user_id := owner;
  e.kind := kind;
  e.currency := u.currency;
  e.change := change;
  e.order_id := for_order;
  e.until := until;
  e.undoes := gives_back;
  e.maker_id := maker;
  e.maker_person := (SELECT a.person_id FROM app_user a WHERE a.id = maker);
  e.approval_id := agreed;
  e.reason := reason;
  IF agreed IS NOT NULL THEN
    e.checker_id := (
      SELECT a.checker_id FROM approval a
      WHERE a.id = agreed AND a.state = 'approved' AND a.maker_id = maker AND a.reason = edit_balance.reason
        AND edit_is_agreed(e, a.act, a.payload));
  END IF;
  IF NOT stands_over(maker, tree) OR (agreed IS NOT NULL AND stands_over(e.checker_id, tree) IS NOT TRUE)
     OR (agreed IS NULL AND edit_needs_approval(u, tree, kind, change, e.maker_person)) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this edit' USING ERRCODE = 'LG403';
  END IF;
  RETURN keep_edit(e, u, request);
END $$;

-- Gives back what was frozen until a time that has come. Answers its journal; null where that time has not come, or it was
-- given back before.
CREATE FUNCTION end_freeze(wanted bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  u app_user;
  f balance_edit;
  e balance_edit;
  journal bigint;
BEGIN
  SELECT a.* INTO u FROM app_user a JOIN balance_edit b ON b.user_id = a.id WHERE b.id = wanted FOR NO KEY UPDATE OF a;
  -- Looked at under the lock, so that of two who end it only one does.
  SELECT b.* INTO f FROM balance_edit b WHERE b.id = wanted AND b.until <= at AND is_open_freeze(b);
  IF f.id IS NULL THEN
    RETURN NULL;
  END IF;
  e.user_id := u.id;
  e.kind := 'frozen';
  e.currency := f.currency;
  e.change := -f.change;
  e.undoes := f.id;
  e.reason := f.reason;
  journal := keep_edit(e, u, NULL);
  INSERT INTO audit_log (at, act, object_kind, object_id, journal_id, after)
  VALUES (at, 'freeze.end', 'user', u.id::text, journal, jsonb_build_object('reason', f.reason));
  RETURN journal;
END $$;
REVOKE ALL ON FUNCTION keep_edit, edit_balance, end_freeze FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON balance_edit TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON balance_edit FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION edit_balance, end_freeze TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON balance_edit TO suanpan_report;
  END IF;
END $$;
