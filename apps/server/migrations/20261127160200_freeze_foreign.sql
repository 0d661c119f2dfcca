-- Up Migration
-- An order in another currency than its merchant's own is frozen by its number like any other, where its money lies: in the currency of
-- the order while it waits for its day, and in the merchant's own once it was exchanged.

-- What can be frozen for an order's sake, in which currency: its merchant's whole share while that waits for its day (L210), afterwards
-- what the order brought him, in his own currency what it was exchanged for, less what is frozen of it (L200). No row where nothing can:
-- it is not settled, a refund is under way, or its money may pay others before its day and so lies in no place of its own.
CREATE FUNCTION freezable_money(o collection_order) RETURNS TABLE (bucket text, currency text, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.bucket, f.currency, f.amount
  FROM (
    SELECT 'L210' AS bucket, o.currency AS currency, l.amount
    FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id
    CROSS JOIN LATERAL unnest(p.leg_accounts, coalesce(d.remaining, p.leg_amounts)) AS l (account_id, amount)
    JOIN account a ON a.id = l.account_id AND a.kind = 'L210' AND a.owner_id = o.customer_id
    WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity') AND d.frozen_by IS NULL
    UNION ALL
    SELECT 'L200', b.currency, b.amount - coalesce((
      SELECT sum(f.change) FROM balance_edit f
      WHERE f.order_id = o.id AND f.currency = b.currency AND is_open_freeze(f)), 0)::bigint
    FROM (
      SELECT coalesce(x.currency, o.currency) AS currency, coalesce(x.amount, o.accounted_amount) AS amount
      FROM (VALUES (o.id)) AS w (id)
      LEFT JOIN (
        SELECT j.ref_id, a.currency, sum_minor(l.amount) AS amount
        FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (id, amount)
        JOIN account a ON a.id = l.id AND a.kind = 'L200' AND a.owner_id = o.customer_id AND a.currency <> o.currency
        WHERE j.event = 'collection.exchange' AND j.ref_id = o.id GROUP BY j.ref_id, a.currency
      ) x ON x.ref_id = w.id
    ) b
    WHERE NOT EXISTS (SELECT FROM settlement_due d WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity'))
  ) f
  WHERE o.fee IS NOT NULL AND NOT o.is_test AND (o.refund_status IN ('preparing', 'refunding')) IS NOT TRUE AND f.amount > 0
$$;

-- Keeps an edit and posts its journal, whose legs all move accounts of this owner, whom the caller has locked. Answers the
-- journal. Refuses (LG403) to give back by hand what was not frozen so, a named freeze that is not there or was given back,
-- and an order's money that is not there.
CREATE OR REPLACE FUNCTION keep_edit(e balance_edit, u app_user, request text) RETURNS bigint
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
    WHERE f.id = e.undoes AND f.user_id = e.user_id AND f.currency = e.currency AND f.change = -e.change AND is_open_freeze(f);
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
    SELECT f.bucket, f.currency, f.amount INTO can FROM freezable_money(o) f;
    IF o.customer_id IS DISTINCT FROM e.user_id OR can.currency IS DISTINCT FROM e.currency OR can.amount IS NULL OR e.change > can.amount
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

-- The door of the edits: keeps the edit and posts its journal. Frozen money is taken from settleable money or, before its
-- day, from an order's own (J12), and given back as far as it was frozen by hand, or whole where `gives_back` names a freeze;
-- settleable money is exchanged with money that may only pay others (J13). Answers the journal; a debit without cover
-- violates journal_is_sound (23514).
-- The maker is a person of the owner's tree; `agreed` is the approval of exactly this edit, and the checker is the one who
-- gave it, whose person the triggers of `approval` have held against the maker's. Without one it is refused (LG403)
-- where it takes a second person. What is frozen for an order's sake is counted in the currency in which its money lies, and what was
-- agreed to in another one is refused.
CREATE OR REPLACE FUNCTION edit_balance(
  owner bigint, kind text, change bigint, maker bigint, agreed bigint, reason text, request text,
  for_order bigint DEFAULT NULL, until timestamptz DEFAULT NULL, gives_back bigint DEFAULT NULL
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  u app_user;
  -- A senior agent's own money is the platform's to edit.
  tree bigint;
  e balance_edit;
  -- The owner, as his edits in this currency are counted.
  counted app_user;
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
  e.currency := coalesce(
    (SELECT f.currency FROM collection_order o CROSS JOIN LATERAL freezable_money(o) f WHERE o.id = for_order AND o.customer_id = owner),
    (SELECT f.currency FROM balance_edit f WHERE f.id = gives_back AND f.user_id = owner),
    u.currency);
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
        AND coalesce(a.payload ->> 'currency', u.currency) = e.currency AND edit_is_agreed(e, a.act, a.payload));
  END IF;
  counted := u;
  counted.currency := e.currency;
  IF NOT stands_over(maker, tree) OR (agreed IS NOT NULL AND stands_over(e.checker_id, tree) IS NOT TRUE)
     OR (agreed IS NULL AND edit_needs_approval(counted, tree, kind, change, e.maker_person)) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this edit' USING ERRCODE = 'LG403';
  END IF;
  RETURN keep_edit(e, u, request);
END $$;
