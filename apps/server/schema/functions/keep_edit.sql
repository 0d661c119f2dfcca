-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- Keeps an edit and posts its journal, whose legs all move accounts of this owner, whom the caller has locked. Answers the
-- journal. Refuses (LG403) to give back by hand what was not frozen so, a named freeze that is not there or was given back,
-- and an order's money that is not there.
--
-- 20261127160200_freeze_foreign
-- Keeps an edit and posts its journal, whose legs all move accounts of this owner, whom the caller has locked. Answers the
-- journal. Refuses (LG403) to give back by hand what was not frozen so, a named freeze that is not there or was given back,
-- and an order's money that is not there.

CREATE FUNCTION keep_edit(e balance_edit, u app_user, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
