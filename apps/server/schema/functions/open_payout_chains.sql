-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100100_payout_submit
-- Opens the accounts of chains that pay out for the first time.

CREATE FUNCTION open_payout_chains(customers bigint[], agents bigint[], sub_agents bigint[], middlemen bigint[], channel_accounts bigint[], currencies text[], books text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  chain record;
  ids bigint[];
BEGIN
  FOR chain IN
    SELECT DISTINCT * FROM unnest(customers, agents, sub_agents, middlemen, channel_accounts, currencies, books)
      AS c (customer, agent, sub_agent, middleman, channel_account, currency, book) ORDER BY 1, 2, 3, 4, 5, 6, 7
  LOOP
    SELECT ledger_open_accounts(array_agg(w.kind ORDER BY w.n), array_agg(w.owner ORDER BY w.n),
             array_agg(w.account ORDER BY w.n), array_agg(chain.currency ORDER BY w.n), array_agg(chain.book ORDER BY w.n))
    INTO ids
    FROM (VALUES
      (1, 'L230', chain.customer, NULL::bigint), (2, 'L201', chain.customer, NULL), (3, 'L202', chain.customer, NULL),
      (4, 'L200', chain.customer, NULL), (5, 'A130', chain.customer, NULL), (6, 'L240', chain.agent, NULL),
      (7, 'A120', chain.agent, NULL), (8, 'A100', NULL, chain.channel_account), (9, 'L260', NULL, chain.channel_account),
      (10, 'R400', NULL, NULL), (11, 'A190', NULL, NULL),
      (12, 'L240', nullif(coalesce(nullif(chain.sub_agent, 0), chain.agent), 0), NULL),
      (13, 'L240', nullif(coalesce(nullif(chain.middleman, 0), chain.agent), 0), NULL)
    ) AS w (n, kind, owner, account);
    INSERT INTO payout_chain (customer_id, agent_id, sub_agent_id, middleman_id, channel_account_id, currency, book,
      reserved, top_up, early, settleable, owed, agent_income, agent_owes, clearing, endpoint, system_income, suspense,
      sub_agent_income, middleman_income)
    VALUES (chain.customer, chain.agent, chain.sub_agent, chain.middleman, chain.channel_account, chain.currency, chain.book,
      ids[1], ids[2], ids[3], ids[4], ids[5], ids[6], ids[7], ids[8], ids[9], ids[10], ids[11],
      CASE WHEN chain.sub_agent <> 0 THEN ids[12] END, CASE WHEN chain.middleman <> 0 THEN ids[13] END)
    ON CONFLICT DO NOTHING;
  END LOOP;
END $function$
;
