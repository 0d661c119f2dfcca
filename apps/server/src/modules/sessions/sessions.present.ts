import type { SessionRow } from '@suanpan/contract/endpoints/sessions';
import type { LiveSessionRow } from './sessions.queries.ts';

export function presentSession(row: LiveSessionRow, currentId: bigint): SessionRow {
  return {
    id: String(row.id),
    user: { id: String(row.user_id), username: row.username },
    acting_for:
      row.acting_for_id === null
        ? null
        : { id: String(row.acting_for_id), username: row.acting_for_username ?? '' },
    ip: row.ip ?? '',
    user_agent: row.user_agent ?? '',
    is_browser: row.is_browser,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_current: row.id === currentId,
  };
}
