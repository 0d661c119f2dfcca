import type { RateRow } from '@suanpan/contract/endpoints/currency-rates';
import { countOf } from '../../platform/db/count-of.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ListedRate } from './rates.queries.ts';

/** A row as this caller may see it, with what he may do with it now. */
export function presentRate(row: ListedRate, { permissions, scope }: Actor): RateRow {
  const isOwn = scope.kind === 'platform' || (scope.kind === 'agent' && row.agent_id === scope.agentId);
  const sets = isOwn && row.state === 'future' && permissions.has('settings.currency_rate.update');
  return {
    id: String(row.id),
    agent_id: row.agent_id === null ? null : String(row.agent_id),
    agent_name: row.agent_name,
    base: row.base,
    quote: row.quote,
    collection_rate: row.collection_rate,
    payment_rate: row.payment_rate,
    valid_from: row.valid_from.toISOString(),
    version: row.version,
    state: row.state,
    set_by: row.set_by,
    reason: row.reason,
    used_by: isOwn ? countOf(row.used_by) : null,
    actions: sets ? ['withdraw'] : [],
  };
}
