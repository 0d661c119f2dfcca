import type { UpstreamKeyRow } from '@suanpan/contract/endpoints/upstream-keys';
import type { Actor } from '../../../platform/http/actor.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { BlockedActions, WaitingActs } from '../../approvals/index.ts';
import type { KeptContract } from './keys.queries.ts';

export const onContracts = { kind: 'upstreamKey', by: {} } as const satisfies BlockedActions;

/** A contract with what may be told of its credentials, and what this caller may do with it. */
export function presentContract(
  row: KeptContract,
  masked: Readonly<Record<string, string>>,
  { permissions, scope }: Actor,
  route: 'admin.agentCollectionKey' | 'admin.agentPaymentKey',
  waiting?: WaitingActs,
): UpstreamKeyRow {
  const actions = (['update', 'rotate', 'test', 'settle'] as const).filter(
    (act) => scope.kind === 'platform' && permissions.has(`${route}.${act}`),
  );
  return {
    id: String(row.id),
    agent: { id: String(row.agent_id), name: row.agent_name },
    provider: { id: String(row.provider_id), name: row.provider_name },
    driver: row.driver,
    name: row.name,
    currency: row.currency,
    base_url: row.base_url,
    late_payment: row.late_payment,
    notify_networks: row.notify_networks,
    masked: { ...masked },
    enabled: row.enabled,
    previous_until: row.previous_until?.toISOString() ?? null,
    tested_at: row.tested_at?.toISOString() ?? null,
    test_outcome: row.test_outcome,
    v: row.version,
    ...toldWaiting(waiting, row.id, actions),
    actions,
  };
}
