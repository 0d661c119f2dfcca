import type { ApiKeyView } from '@suanpan/contract/endpoints/api-keys';
import type { OwnKeyRow, OwnWebhookRow } from './keys.queries.ts';

export function presentKey(row: OwnKeyRow): ApiKeyView {
  return {
    id: String(row.id),
    key: row.key,
    is_test: row.is_test,
    scopes: row.scopes,
    ip_allowlist: row.ip_allowlist,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    previous_until: row.previous_until?.toISOString() ?? null,
  };
}

export function presentWebhook(row: OwnWebhookRow): { url: string | null; previous_until: string | null } {
  return { url: row.url, previous_until: row.previous_until?.toISOString() ?? null };
}
