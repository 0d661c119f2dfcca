-- Up Migration
-- Who switched an account off stands with it: what the platform or a senior agent closed is not opened again from below.

-- The house that did it: a senior agent, general agent or merchant; 0 is the platform. Null while the account is not off.
ALTER TABLE app_user ADD COLUMN switched_off_by bigint;

-- Accounts that are off already: by the log. Whom the log does not name, the platform alone opens.
UPDATE app_user u SET switched_off_by = coalesce((
  SELECT CASE WHEN o.kind IN ('admin', 'manager') THEN 0 ELSE o.id END
  FROM audit_log l
  JOIN app_user a ON a.id = l.actor_id
  JOIN app_user o ON o.id = CASE WHEN a.kind IN ('staffSub', 'customerSub') THEN a.parent_id ELSE a.id END
  WHERE l.object_kind = 'user' AND l.object_id = u.id::text AND l.to_status = 'disabled'
  ORDER BY l.id DESC LIMIT 1), 0)
WHERE u.status = 'disabled';
