-- Up Migration
-- Whose house a file of an export belongs to, so that no house fills the disk of all with files that it keeps.

CREATE FUNCTION tenant_of(person bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE u.kind WHEN 'agent' THEN u.id ELSE u.agent_id END, 0) FROM app_user u WHERE u.id = person
$$;

-- A senior agent; 0 is the platform.
ALTER TABLE export_job ADD COLUMN tenant_id bigint NOT NULL DEFAULT 0;
UPDATE export_job SET tenant_id = tenant_of(owner_id);
CREATE INDEX export_job_kept ON export_job (tenant_id, owner_id)
  WHERE removed_at IS NULL AND status IN ('queued', 'running', 'completed');
