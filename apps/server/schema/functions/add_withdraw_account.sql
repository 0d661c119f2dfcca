-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Keeps an account of an owner, which rests before it is used; one that was kept out stays out, however often it is dropped and
-- kept anew. Answers its id; null where he has as many as he may. Refuses
-- (LG403) whoever is not of his house. `wanted` has the columns of the table.
--
-- 20261128150000_said_in_the_log
-- As before, and its row in the log has the fingerprint.
--
-- 20261130110100_rests_said_in_the_log
-- As before, and its row in the log tells from when on it may be used.

CREATE FUNCTION add_withdraw_account(owner bigint, wanted jsonb, maker bigint, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  a withdraw_account := jsonb_populate_record(NULL::withdraw_account, wanted);
  r withdraw_rule;
BEGIN
  PERFORM FROM app_user u WHERE u.id = owner FOR NO KEY UPDATE;
  r := withdraw_rule_of(owner, a.currency);
  IF NOT works_for(maker, owner) OR r.currency IS NULL THEN
    RAISE EXCEPTION 'user % may not keep accounts of %', maker, owner USING ERRCODE = 'LG403';
  END IF;
  IF r.settle_accounts_max > 0 AND r.settle_accounts_max <= (
    SELECT count(*) FROM withdraw_account x WHERE x.owner_id = owner AND x.deleted_at IS NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO withdraw_account AS n (owner_id, type, currency, account_name, bank_code, branch, province, city, alias, card_sealed,
    card_shown, address, network, account_hash, name_mark, card_mark, usable_from, refused, made_by, created_at)
  VALUES (owner, a.type, a.currency, a.account_name, a.bank_code, a.branch, a.province, a.city, a.alias, a.card_sealed,
    a.card_shown, a.address, a.network, a.account_hash, a.name_mark, a.card_mark, at + r.account_rest_h * interval '1 hour',
    EXISTS (SELECT FROM withdraw_account x WHERE x.owner_id = owner AND x.account_hash = a.account_hash AND x.refused), maker, at)
  RETURNING n.* INTO a;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, after, request_id)
  VALUES (at, maker, maker, 'withdraws.apply.createAccount', 'withdrawAccount', a.id::text,
    jsonb_build_object('owner_id', owner::text, 'value', coalesce(a.card_shown, a.address), 'payee', withdraw_account_print(a),
      'usable_from', a.usable_from), request);
  RETURN a.id;
END $function$
;
