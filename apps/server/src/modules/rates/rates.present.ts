import type { RateRow } from '@suanpan/contract/endpoints/currency-rates';
import { countOf } from '../../platform/db/count-of.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { toldWaiting } from '../approvals/index.ts';
import type { BlockedActions, WaitingActs } from '../approvals/index.ts';
import { rateSubject } from './rate-act.ts';
import type { ListedRate } from './rates.queries.ts';

export const onRates = { kind: 'exchangeRate', by: {} } as const satisfies BlockedActions;
export const rateSubjectOf = ({ agent_id: agentId, base, quote }: ListedRate): string =>
  rateSubject(agentId === null ? null : String(agentId), `${base}/${quote}`);

/** A row as this caller may see it, with what he may do with it now. */
export function presentRate(row: ListedRate, { permissions, scope }: Actor, waiting?: WaitingActs): RateRow {
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
    ...(row.state === 'current' && toldWaiting(waiting, rateSubjectOf(row), [])),
    actions: sets ? ['withdraw'] : [],
  };
}
