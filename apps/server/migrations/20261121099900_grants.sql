-- Up Migration
-- Least privilege: the app role moves money through one checked function an event, and nobody rewrites history.
-- Without the roles (a managed database that grants no CREATEROLE) the append-only triggers remain.

REVOKE ALL ON FUNCTION ledger_post, ledger_open_accounts, examine_plans, open_plan_accounts, plan_collections, settle_collections, held_collections,
  release_collections, set_release_aside, release_early, release_early_before, lock_early, post_early, set_payment_aside,
  admit_requests, fold_collections FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT USAGE ON SCHEMA public TO suanpan_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO suanpan_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON account_kind, journal_rule, journal, balance, account, collection_plan, settlement_due,
      early_settlement, provider_confirmation, merchant_nonce, api_usage, collection_day, collection_hour FROM suanpan_app;
    -- What is noted for the sums is folded once.
    REVOKE UPDATE, DELETE ON collection_delta FROM suanpan_app;
    REVOKE INSERT, DELETE ON receipt FROM suanpan_app;
    -- What an order is, whose it is and when its money is released stands from its creation, or is written by a door.
    REVOKE UPDATE, DELETE ON collection_order, settle_calendar FROM suanpan_app;
    GRANT UPDATE (payment, provider_order_no, real_name, payer_last5, paid_claimed_at, status, completed_at, actual_amount,
      callback_status) ON collection_order TO suanpan_app;
    REVOKE UPDATE, DELETE ON audit_log, login_attempt, proof_run, callback_attempt, channel_notice FROM suanpan_app;
    GRANT DELETE ON merchant_nonce, api_usage TO suanpan_app;
    GRANT EXECUTE ON FUNCTION plan_collections, settle_collections, held_collections, release_collections,
      set_release_aside, release_early, set_payment_aside, admit_requests, fold_collections TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT USAGE ON SCHEMA public TO suanpan_report;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO suanpan_report;
    REVOKE SELECT ON session, login_challenge, totp_used, captcha_used, idempotency_key FROM suanpan_report;
  END IF;
END $$;
