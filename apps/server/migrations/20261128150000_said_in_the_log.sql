-- Up Migration
-- What a provider's statement or a bank's file said is held against the books, so whoever owns the database and hides money would
-- alter it first. The log, which is sealed, keeps a fingerprint of every line that was taken; so it does of the accounts to which
-- withdrawals are paid, and of the payees that a merchant keeps.

-- All that a line said, and nothing of what became of it.
CREATE FUNCTION statement_line_print(l reconciliation_line) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(ROW(l.n, encode(l.mark, 'hex'), l.kind, l.ref, l.own_no, l.amount, l.fee, l.status,
    extract(epoch FROM l.at))::text, 'UTF8'))
$$;

-- The same of what a file told came in, the number by which it is booked with it.
CREATE FUNCTION told_print(t told_transfer) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(ROW(t.channel_account_id, t.told_ref, t.ref, t.destination, extract(epoch FROM t.at), t.amount, t.payer_name,
    t.payer_last5, t.memo)::text, 'UTF8'))
$$;

-- To whom and where a withdrawal to this account goes.
CREATE FUNCTION withdraw_account_print(a withdraw_account) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(convert_to(ROW(a.owner_id, a.type, a.currency, a.account_name, a.bank_code, a.branch, a.account_hash,
    a.card_shown, a.address, a.network, a.name_mark, a.card_mark)::text, 'UTF8')), 1, 16), 'hex')
$$;

-- The same of a payee.
CREATE FUNCTION saved_payee_print(p saved_payee) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(convert_to(ROW(p.customer_id, p.account_name, p.bank_code, p.branch, p.card_hash, p.card_shown)::text,
    'UTF8')), 1, 16), 'hex')
$$;

-- As before, and its row in the log has the fingerprint.
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
    jsonb_build_object('owner_id', owner::text, 'value', coalesce(a.card_shown, a.address), 'payee', withdraw_account_print(a)), request);
  RETURN a.id;
END $$;
