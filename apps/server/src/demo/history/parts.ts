import { demoMerchants, platformUsers } from '../tenants/demo-tenants.ts';
import type { Course, Part } from './draw-order.ts';

/** How the shop answers at the address that an order brings; its own modes name them. */
type Answer = '410' | '500';

interface Matter {
  readonly course: Course;
  readonly alias?: 'card';
  readonly answer?: Answer;
}

const minuteMs = 60_000;

/** One of each: every way in which an order asks for somebody's attention, and every status that it can end in. */
const matters: readonly Matter[] = [
  { course: { end: 'paid', afterMs: minuteMs }, answer: '410' },
  { course: { end: 'mismatch', afterMs: 2 * minuteMs, differenceMajor: -50 } },
  // By card, because in each tree the account of the cards sets late money aside.
  { course: { end: 'late', afterMs: minuteMs }, alias: 'card' },
  { course: { end: 'unpaid' } },
  { course: { end: 'twice', afterMs: 3 * minuteMs } },
  { course: { end: 'reversed', afterMs: 2 * minuteMs } },
  { course: { end: 'simulated', afterMs: minuteMs } },
  { course: { end: 'mismatch', afterMs: minuteMs, differenceMajor: 30 } },
  { course: { end: 'paid', afterMs: 2 * minuteMs }, answer: '500' },
];

const agents = platformUsers.filter(({ kind }) => kind === 'agent').map(({ username }) => username);
const count = matters.length * agents.length;
/** So many orders before the last: late enough to be looked at, early enough to have come to its end. */
const beforeTheEnd = 120;

/**
 * Some of the last orders of a history of `orders` are given a part, so that every senior agent has one of each matter.
 * Undefined for all others.
 */
export function partOf(number: number, orders: number, echoShopOrigin: string): Part | undefined {
  const place = number - Math.max(0, orders - beforeTheEnd);
  const matter = matters[Math.floor(place / agents.length)];
  if (place < 0 || place >= count || matter === undefined) return undefined;
  const agent = agents[place % agents.length];
  const merchants = demoMerchants.filter((each) => each.agent === agent && each.currency === 'TWD');
  const merchant = merchants[Math.floor(place / agents.length) % merchants.length];
  if (merchant === undefined) return undefined;
  return {
    merchant,
    alias: matter.alias ?? 'qr',
    course: matter.course,
    between: [100, 20_000],
    notifyUrl:
      matter.answer === undefined ? null : `${echoShopOrigin}/hooks/${merchant.username}/as/${matter.answer}`,
  };
}
