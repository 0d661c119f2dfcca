-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110100_deposit
-- A merchant, somebody who works for him, his senior agent's house or the platform says that money was wired. Answers the row's
-- id. Refuses (LG403) whoever stands outside his tree and LG404 a merchant who is not active.
-- A slip that it names is held on to; one that is not kept is refused (LG410).

CREATE FUNCTION apply_deposit(owner bigint, currency text, amount bigint, method text, last5 text, tx text, note text, maker bigint, request text, slip text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  u app_user;
  d deposit;
BEGIN
  SELECT * INTO u FROM app_user a WHERE a.id = owner AND a.kind = 'customer' AND a.status = 'active' FOR NO KEY UPDATE;
  IF u.id IS NULL THEN
    RAISE EXCEPTION 'there is no merchant %', owner USING ERRCODE = 'LG404';
  END IF;
  IF NOT works_for(maker, owner) AND NOT stands_over(maker, u.agent_id) THEN
    RAISE EXCEPTION 'user % may not apply for %', maker, owner USING ERRCODE = 'LG403';
  END IF;
  IF slip IS NOT NULL THEN
    UPDATE payout_slip s SET is_named = true WHERE s.hash = apply_deposit.slip;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no slip %', slip USING ERRCODE = 'LG410';
    END IF;
  END IF;
  INSERT INTO deposit AS n (owner_id, agent_id, currency, amount, method, payer_last5, tx_hash, note, slip, made_by, created_at)
  VALUES (owner, u.agent_id, apply_deposit.currency, apply_deposit.amount, apply_deposit.method, last5, tx, apply_deposit.note,
    apply_deposit.slip, maker, business_now())
  RETURNING n.* INTO d;
  PERFORM note_deposit(d, 'collections.deposit.create', NULL, maker, d.note, request, NULL);
  RETURN d.id;
END $function$
;
