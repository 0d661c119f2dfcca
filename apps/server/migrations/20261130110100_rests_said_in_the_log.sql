-- Up Migration
-- An account to which withdrawals are paid rests first, so that its owner hears of one that somebody else added. Whoever owns the
-- database could end its rest unseen: the log, which is sealed, tells of its end. So it does of the payees that a merchant keeps.

-- As before, and its row in the log tells from when on it may be used.
CREATE OR REPLACE FUNCTION add_withdraw_account(owner bigint, wanted jsonb, maker bigint, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;
