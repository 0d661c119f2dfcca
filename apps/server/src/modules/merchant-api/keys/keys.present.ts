import type { ApiKeyView } from '@suanpan/contract/endpoints/api-keys';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { OwnKeyRow, OwnWebhookRow } from './keys.queries.ts';

export function presentKey(row: OwnKeyRow, currency: Currency): ApiKeyView {
  return {
    id: String(row.id),
    key: row.key,
    is_test: row.is_test,
    scopes: row.scopes,
    ip_allowlist: row.ip_allowlist,
    daily_amount: row.daily_payout_minor === null ? null : formatLedger(row.daily_payout_minor, currency),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    previous_until: row.previous_until?.toISOString() ?? null,
  };
}

export function presentWebhook({ url, previous_until: until }: OwnWebhookRow) {
  return { url, previous_until: until?.toISOString() ?? null };
}

export function presentLegacy({ api_version: form, has_legacy_secret: hasSecret }: OwnWebhookRow) {
  return { form: form === 'v2' ? null : form, has_secret: hasSecret };
}
