-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules

CREATE FUNCTION note_audit_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN audit_setting_facts(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN audit_setting_facts(NEW) END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('payment.setting.update', 'reverseCheck',
      CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END::text, before, after);
  END IF;
  RETURN NULL;
END $function$
;
