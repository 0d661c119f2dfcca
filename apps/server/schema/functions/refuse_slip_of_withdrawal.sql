-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124210000_withdrawal_slip
-- A slip that a withdrawal was paid by pays no payout; whoever names one has it to himself.

CREATE FUNCTION refuse_slip_of_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM payout_slip s WHERE s.hash = NEW.slip FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.slip = NEW.slip) THEN
    RAISE unique_violation USING MESSAGE = 'a withdrawal was paid by this slip', CONSTRAINT = 'payout_by_hand_slip';
  END IF;
  RETURN NEW;
END $function$
;
