import type { stateActs } from '@suanpan/contract/endpoints/channel-state';
import type { Actor } from '../../../platform/http/actor.ts';
import { routeOf } from '../merchants/merchants.present.ts';

/** What this caller may do about how a channel of his tree stands: nothing that would change nothing. */
export function stateActsOf(
  { permissions, scope }: Actor,
  direction: 'collection' | 'payout',
  runtime: 'ok' | 'tripped' | 'maintenance',
): (typeof stateActs)[number][] {
  const isAbove = scope.kind === 'platform' || scope.kind === 'agent';
  if (!isAbove || !permissions.has(`${routeOf[direction]}.update`)) return [];
  if (runtime === 'maintenance') return ['resume'];
  return runtime === 'tripped' ? ['resume', 'maintain'] : ['maintain'];
}
