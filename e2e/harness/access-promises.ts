/** A promise of the reliability plan as a query of what breaks it: one row, one breach. */
export interface Promised {
  readonly name: string;
  readonly says: string;
  readonly breaches: string;
}

/** All that somebody does in the name of another: he comes, looks, takes files of his own away and leaves. */
const visits = `act IN ('session.start', 'session.end', 'export.request', 'export.complete', 'export.fail', 'export.download')
  OR act LIKE '%.get'`;

/** Written by the protection itself: such a row stands for a minute of calls, or for a rule that closed. */
const summaries = `('addressBlocked', 'blockedPayer', 'firewall.ban')`;

/** Who did what, read from the rows that it left. */
export const accessPromises: readonly Promised[] = [
  {
    name: 'P3',
    says: 'who decides is another person than who asked, as they stood then',
    breaches: `
      SELECT 'approval ' || a.id || ' was decided by ' || c.username AS breach
      FROM approval a JOIN app_user c ON c.id = a.checker_id
      WHERE a.checker_id = a.maker_id OR a.checker_person = a.maker_person
      UNION ALL
      SELECT 'edit ' || id || ' was made and checked by one person' FROM balance_edit WHERE maker_id = checker_id`,
  },
  {
    name: 'P3',
    says: 'nobody changes anything in the name of another',
    breaches: `
      SELECT act || ' by ' || actor_id || ' for ' || effective_id AS breach FROM audit_log
      WHERE outcome = 'done' AND actor_id <> effective_id AND NOT (${visits})`,
  },
  {
    name: 'P4',
    says: 'a decision, an edit of a balance and a step into another account stand in the log',
    breaches: `
      SELECT 'approval ' || a.id || ' is ' || a.state || ' and no row says so' AS breach FROM approval a
      WHERE a.state <> 'waiting' AND NOT EXISTS (
        SELECT FROM audit_log l WHERE l.object_kind = 'approval' AND l.object_id = a.id::text AND l.to_status = a.state)
      UNION ALL
      SELECT 'the edit ' || e.id || ' of user ' || e.user_id || ' has no row' FROM balance_edit e
      WHERE NOT EXISTS (
        SELECT FROM audit_log l WHERE l.object_kind = 'user' AND l.object_id = e.user_id::text
          AND l.act IN ('users.list.editFrozen', 'users.list.editSettleable'))
      UNION ALL
      SELECT 'impersonation ' || i.id || ' has no row' FROM impersonation i
      WHERE NOT EXISTS (
        SELECT FROM audit_log l WHERE l.act = 'users.list.impersonate' AND l.actor_id = i.operator_id
          AND l.object_id = i.target_id::text)`,
  },
  {
    name: 'P4',
    says: 'a row of the log that a person caused says from where and in which call',
    breaches: `
      SELECT 'row ' || id || ', ' || act || ', lacks its address or its call' AS breach FROM audit_log
      WHERE outcome = 'denied' AND (ip IS NULL OR request_id IS NULL) AND act NOT IN ${summaries}`,
  },
  {
    name: 'P2',
    says: 'whoever is not active has no session, and no session outlives the one it was opened from',
    breaches: `
      SELECT 'session ' || s.id || ' of ' || u.username || ', who is ' || u.status AS breach
      FROM session s JOIN app_user u ON u.id = s.user_id
      WHERE s.ended_at IS NULL AND s.expires_at > now() AND u.status <> 'active'
      UNION ALL
      SELECT 'session ' || s.id || ' outlived session ' || o.id
      FROM session s JOIN session o ON o.id = s.opened_from
      WHERE s.ended_at IS NULL AND o.ended_at IS NOT NULL`,
  },
];
