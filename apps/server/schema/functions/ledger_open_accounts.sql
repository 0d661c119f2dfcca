-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- Answers the ids of accounts in the order asked and opens those used for the first time, with a balance of zero where
-- their kind has one. Accounts are unique and never deleted, so it may be repeated and raced.

CREATE FUNCTION ledger_open_accounts(kinds text[], owners bigint[], channel_accounts bigint[], currencies text[], books text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  found bigint[];
BEGIN
  -- Twice at most: nearly always all of them exist, and writing nothing takes no lock.
  FOR attempt IN 1 .. 2 LOOP
    SELECT array_agg(a.id ORDER BY w.n) INTO found
    FROM unnest(kinds, owners, channel_accounts, currencies, books)
           WITH ORDINALITY AS w (kind, owner, channel_account, currency, book, n)
    LEFT JOIN account a ON a.key = account_key(w.kind, w.owner, w.channel_account, w.currency, w.book);
    IF array_position(found, NULL) IS NULL THEN
      RETURN found;
    END IF;

    INSERT INTO account (kind, owner_id, channel_account_id, currency, book)
    SELECT DISTINCT w.kind, w.owner, w.channel_account, w.currency, w.book
    FROM unnest(kinds, owners, channel_accounts, currencies, books) AS w (kind, owner, channel_account, currency, book)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT DO NOTHING;

    INSERT INTO balance (account_id, may_go_negative)
    SELECT DISTINCT a.id, k.may_go_negative
    FROM unnest(kinds, owners, channel_accounts, currencies, books) AS w (kind, owner, channel_account, currency, book)
    JOIN account a ON a.key = account_key(w.kind, w.owner, w.channel_account, w.currency, w.book)
    JOIN account_kind k ON k.kind = a.kind
    WHERE k.external
    ORDER BY 1
    ON CONFLICT DO NOTHING;
  END LOOP;
  RAISE EXCEPTION 'accounts could not be opened';
END $function$
;
