-- Up Migration
-- What waits for a second person, and what became of it, was held against nothing: whoever owns the database could put another maker in
-- its row, so that he decided it himself, or undo that somebody said no. The log, which is sealed, keeps a fingerprint of each.
-- The version before: writes its rows without a fingerprint; what of them it does write is held against the log all the same.

CREATE FUNCTION approval_print(a approval) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(convert_to(ROW(a.act, a.subject_kind, a.subject_id, a.subject_label, a.agent_id, a.payload, a.payload_hash,
    a.effect, a.effect_hash, a.currency, a.amount, a.reason, a.maker_id, a.maker_person, a.barred, extract(epoch FROM a.created_at),
    extract(epoch FROM a.expires_at))::text, 'UTF8')), 1, 16), 'hex')
$$;

-- The proof looks for them among all that is said.
CREATE INDEX audit_log_approval ON audit_log (object_id) WHERE object_kind = 'approval';
