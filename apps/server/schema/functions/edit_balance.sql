-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- The door of the edits: keeps the edit and posts its journal. Frozen money is taken from settleable money or, before its
-- day, from an order's own (J12), and given back as far as it was frozen by hand, or whole where `gives_back` names a freeze;
-- settleable money is exchanged with money that may only pay others (J13). Answers the journal; a debit without cover
-- violates journal_is_sound (23514).
-- The maker is a person of the owner's tree; `agreed` is the approval of exactly this edit, and the checker is the one who
-- gave it, whose person the triggers of `approval` have held against the maker's. Without one it is refused (LG403)
-- where it takes a second person.
--
-- 20261127160200_freeze_foreign
-- The door of the edits: keeps the edit and posts its journal. Frozen money is taken from settleable money or, before its
-- day, from an order's own (J12), and given back as far as it was frozen by hand, or whole where `gives_back` names a freeze;
-- settleable money is exchanged with money that may only pay others (J13). Answers the journal; a debit without cover
-- violates journal_is_sound (23514).
-- The maker is a person of the owner's tree; `agreed` is the approval of exactly this edit, and the checker is the one who
-- gave it, whose person the triggers of `approval` have held against the maker's. Without one it is refused (LG403)
-- where it takes a second person. What is frozen for an order's sake is counted in the currency in which its money lies, and what was
-- agreed to in another one is refused.

CREATE FUNCTION edit_balance(owner bigint, kind text, change bigint, maker bigint, agreed bigint, reason text, request text, for_order bigint DEFAULT NULL::bigint, until timestamp with time zone DEFAULT NULL::timestamp with time zone, gives_back bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
