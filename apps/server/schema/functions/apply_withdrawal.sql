-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Applies: what is asked is taken of the owner's settleable money into what is reserved. Whatever stands against it is looked at
-- under the locks of the owner, the account and the balances. Answers the id, or what stands against it by the error catalogue.
-- Refuses (LG403) whoever is not of the owner's house.

CREATE FUNCTION apply_withdrawal(owner bigint, account bigint, money text, wants bigint, quote bigint, maker bigint, request text, OUT id bigint, OUT refusal text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  a withdraw_account;
  o withdraw_offer;
  w withdrawal;
  agent bigint;
  accounts bigint[];
  journal bigint;
BEGIN
  IF NOT works_for(maker, owner) THEN
    RAISE EXCEPTION 'user % may not withdraw for %', maker, owner USING ERRCODE = 'LG403';
  END IF;
  SELECT CASE u.kind WHEN 'agent' THEN u.id ELSE u.agent_id END INTO agent FROM app_user u WHERE u.id = owner FOR NO KEY UPDATE;
  SELECT * INTO a FROM withdraw_account x WHERE x.id = account;
  -- Two owners may name one account: its uses are counted by one at a time.
  PERFORM pg_advisory_xact_lock(hashtextextended('withdraw account ' || a.account_hash, 231));
  accounts := ledger_open_accounts(ARRAY['L200', 'L231', 'A130'], ARRAY[owner, owner, owner], ARRAY[NULL, NULL, NULL]::bigint[],
    ARRAY[money, money, money], ARRAY['main', 'main', 'main']);
  PERFORM FROM balance b JOIN account x ON x.id = b.account_id
  WHERE x.owner_id = owner AND x.currency = money AND x.book = 'main' AND x.kind IN ('L200', 'L231', 'L240', 'A130')
  ORDER BY b.account_id FOR NO KEY UPDATE OF b;
  o := withdraw_offer_of(owner, account, money, wants, quote);
  IF o.refusal IS NOT NULL THEN
    refusal := o.refusal;
    RETURN;
  END IF;
  INSERT INTO withdrawal AS n (owner_id, agent_id, currency, amount, hold, target_currency, target_amount, fee, fee_mode, agent_share,
    rate, rate_until, account_id, type, account_name, bank_code, branch, card_sealed, card_shown, address, network, account_hash,
    name_mark, card_mark, is_cooling, made_by, created_at)
  VALUES (owner, agent, money, wants, o.hold, o.target_currency, o.target_amount, o.fee, o.fee_mode, o.agent_share, o.rate,
    o.rate_until, a.id, a.type, a.account_name, a.bank_code, a.branch, a.card_sealed, a.card_shown, a.address, a.network,
    a.account_hash, a.name_mark, a.card_mark, withdraw_is_cooling(owner, maker), maker, business_now())
  RETURNING n.* INTO w;
  journal := withdrawal_post(w, 'withdrawal.apply', 0::smallint, money, ARRAY['L200', 'L231'], ARRAY[owner, owner],
    ARRAY[-w.hold, w.hold], maker, NULL, request);
  PERFORM note_withdrawal(w, 'withdraws.apply.create', NULL, withdrawal_origin(w), maker, request, journal);
  id := w.id;
END $function$
;
