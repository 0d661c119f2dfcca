import type { Scope } from '../../../platform/http/actor.ts';
import type { OrderFilter } from './order-filter.queries.ts';
import { seesTheChain } from './story.present.ts';
import { wholeDaysOf } from './whole-days.ts';
import type { WholeDays } from './whole-days.ts';

// What the sums by day tell of a filter, alike for orders of either kind. Whatever a kind alone is asked, they do not know.

type Asked = keyof OrderFilter;

/** Of all merchants of a senior agent together. */
const toldByAgent: readonly Asked[] = [
  'createdFrom',
  'createdTo',
  'agentId',
  'channelId',
  'channelAccountId',
  'currency',
  'status',
  'isTest',
];
/** Of each merchant's day. */
const toldByPlace: readonly Asked[] = [...toldByAgent, 'customerId'];
/** The same, with who earns on it. */
const toldByMerchant: readonly Asked[] = [...toldByPlace, 'subAgentId'];

const isTold = (filter: object, by: readonly string[]): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || by.includes(name));

/** Whether all that a filter asks is told by where orders are: by merchant and day, as `fewPlaces` looks for them. */
export function isToldByPlace(filter: OrderFilter): boolean {
  return isTold(filter, toldByPlace);
}

/** Kept sums that answer a filter, but for its ends. */
export interface KeptSums {
  readonly days: WholeDays;
  /** Those by merchant have a row for each where those by senior agent have one for all. */
  readonly by: 'agent' | 'merchant';
}

/**
 * The kept sums that a filter's totals are read from; null where the orders themselves are to be summed up: of less than a whole day,
 * of tests, for middlemen, whom no sum knows, and for whatever else they do not tell apart. Whoever may not know the channel account
 * is answered by the orders' own condition.
 */
export function keptSumsOf(scope: Scope, filter: OrderFilter): KeptSums | null {
  if (scope.kind === 'middleman' || filter.isTest === true || !isTold(filter, toldByMerchant)) return null;
  if (filter.channelAccountId !== undefined && !seesTheChain(scope)) return null;
  const days = wholeDaysOf(filter);
  if (days === null) return null;
  const isOfAgents = scope.kind === 'platform' || scope.kind === 'agent';
  return { days, by: isOfAgents && isTold(filter, toldByAgent) ? 'agent' : 'merchant' };
}
