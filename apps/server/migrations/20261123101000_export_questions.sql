-- Up Migration
-- Exports of payouts kept the account number that was looked for, in clear, and the payee's name, for good. What is kept of a
-- question is forgotten with its end, and an account number is never part of it.

UPDATE export_job SET filter = filter - ARRAY['real_name', 'account_name', 'card_no'] WHERE status NOT IN ('queued', 'running');
