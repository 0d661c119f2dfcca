-- Up Migration
-- A withdrawal that a person wired is known by the number of its transfer or by its slip, as a payout by hand is; a slip pays one of
-- all these once. Banks give slips as PDF too. And nobody has more withdrawals in hand than he may keep claims.

ALTER TABLE payout_slip DROP CONSTRAINT payout_slip_mime_check,
  ADD CONSTRAINT payout_slip_mime_check CHECK (mime IN ('image/png', 'image/jpeg', 'image/webp', 'application/pdf'));

ALTER TABLE withdrawal ADD COLUMN slip text REFERENCES payout_slip,
  ADD CONSTRAINT withdrawal_slip_check CHECK (slip IS NULL OR status IN ('paid', 'reversed'));
CREATE UNIQUE INDEX withdrawal_slip ON withdrawal (slip);

-- A slip that a withdrawal was paid by pays no payout; whoever names one has it to himself.
CREATE FUNCTION refuse_slip_of_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM payout_slip s WHERE s.hash = NEW.slip FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.slip = NEW.slip) THEN
    RAISE unique_violation USING MESSAGE = 'a withdrawal was paid by this slip', CONSTRAINT = 'payout_by_hand_slip';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_by_hand_slip_of_withdrawal BEFORE INSERT ON payout_by_hand
  FOR EACH ROW WHEN (NEW.slip IS NOT NULL) EXECUTE FUNCTION refuse_slip_of_withdrawal();

-- How many withdrawals a person has in hand that wait for nobody else.
CREATE FUNCTION withdrawals_in_hand(person bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM withdrawal w
  WHERE w.status = 'processing' AND w.operator_id = person
    AND NOT EXISTS (SELECT FROM approval a
      WHERE a.subject_kind = 'withdrawal' AND a.subject_id = w.id::text AND a.state = 'waiting')
$$;
CREATE INDEX withdrawal_in_hand ON withdrawal (operator_id) WHERE status = 'processing';

REVOKE ALL ON FUNCTION refuse_slip_of_withdrawal FROM PUBLIC;
