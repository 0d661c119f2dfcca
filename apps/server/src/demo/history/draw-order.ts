import { createHash } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import type { PastOrder } from '../../modules/collections/index.ts';
import { demoChannelAccounts, demoChannels } from '../tenants/demo-channels.ts';
import type { Alias } from '../tenants/demo-channels.ts';
import { givenNames, products, surnames } from '../demo-names.ts';
import { demoMerchants } from '../tenants/demo-tenants.ts';
import type { DemoMerchant } from '../tenants/demo-tenants.ts';
import { createDice } from '../dice.ts';
import type { Dice } from '../dice.ts';

/** What becomes of a historical order, counted from its creation or, for late money, from its expiry. */
export type Course =
  | { readonly end: 'paid'; readonly afterMs: number }
  | { readonly end: 'unpaid' }
  | { readonly end: 'late'; readonly afterMs: number }
  /** The payer sent another sum: `differenceMajor` more, or less. */
  | { readonly end: 'mismatch'; readonly afterMs: number; readonly differenceMajor: number }
  /** Paid, and then paid again, or taken back by the provider. */
  | { readonly end: 'twice' | 'reversed'; readonly afterMs: number }
  /** The provider marks the payment as simulated, so no money comes. */
  | { readonly end: 'simulated'; readonly afterMs: number };

/** What is set of an order before the dice are thrown. */
export interface Part {
  readonly merchant: DemoMerchant;
  readonly alias: Alias;
  readonly course: Course;
  /** Major units between which every channel of the method takes orders. */
  readonly between: readonly [least: number, most: number];
  /** The address that the order brings for its callbacks; null where the merchant's own counts. */
  readonly notifyUrl: string | null;
}

export interface DrawnOrder {
  readonly order: PastOrder;
  readonly course: Course;
}

interface Habit {
  readonly lifetimeS: number;
  /** Most payers pay between these, sooner rather than later. */
  readonly paysAfterS: readonly [from: number, to: number];
  readonly paidShare: number;
  readonly popularity: number;
}

const habits: Readonly<Record<Alias, Habit>> = {
  bank_transfer: { lifetimeS: 1_800, paysAfterS: [50, 1_500], paidShare: 0.84, popularity: 34 },
  qr: { lifetimeS: 900, paysAfterS: [12, 420], paidShare: 0.93, popularity: 30 },
  card: { lifetimeS: 900, paysAfterS: [20, 480], paidShare: 0.88, popularity: 24 },
  cvs: { lifetimeS: 86_400, paysAfterS: [600, 72_000], paidShare: 0.76, popularity: 12 },
  // New: nobody has paid by it yet.
  wechat: { lifetimeS: 900, paysAfterS: [12, 420], paidShare: 0.93, popularity: 0 },
  usdt: { lifetimeS: 3_600, paysAfterS: [60, 1_800], paidShare: 0.9, popularity: 1 },
  private_transfer: { lifetimeS: 1_800, paysAfterS: [50, 1_500], paidShare: 0.84, popularity: 0 },
  usdt_trc20: { lifetimeS: 3_600, paysAfterS: [60, 1_800], paidShare: 0.9, popularity: 0 },
  line_pay: { lifetimeS: 900, paysAfterS: [12, 420], paidShare: 0.93, popularity: 0 },
  jkopay: { lifetimeS: 900, paysAfterS: [12, 420], paidShare: 0.93, popularity: 0 },
};
const cashierLifetimeS = 900;
const neverChoosesShare = 0.06;
const testShare = 0.01;
const lateShare = 0.004;
const mismatchShare = 0.002;
const differences = [-100, -50, -10, -1, 1, 10, 30, 100];

/** First octets of Taiwan's access networks. */
const networks = [
  '1.160',
  '1.171',
  '36.224',
  '36.230',
  '61.216',
  '101.8',
  '111.240',
  '114.32',
  '118.160',
  '223.136',
];

/**
 * Draws the order of a number, always the same one. `ids` are the merchants of this installation by user name.
 * The number ends the merchant's order number, so that an order found later can be drawn again. Where a part is given,
 * the dice decide the rest.
 */
export function drawOrder(
  number: number,
  ids: ReadonlyMap<string, bigint>,
  source: 'seed' | 'demo',
  part?: Part,
): DrawnOrder {
  const dice = createDice(`order ${number}`);
  const drawn = demoMerchants[dice.weigh(demoMerchants.map(({ volume }) => volume))] ?? demoMerchants[0];
  const merchant = part?.merchant ?? drawn;
  const customerId = merchant && ids.get(merchant.username);
  if (merchant === undefined || customerId === undefined) throw new Error('The demo has no merchants');

  const [least, most] = part?.between ?? [0, Infinity];
  const major = Math.min(most, Math.max(least, drawMajor(dice, merchant)));
  const alias = part?.alias ?? drawAlias(dice, merchant, Math.ceil(major));
  const isNamed = dice.chance(0.6) || part !== undefined;
  const taken = dice.chance(neverChoosesShare) && !isNamed ? null : alias;
  const habit = habits[alias];
  const isTest = dice.chance(testShare) && part === undefined;
  const course = part?.course ?? drawCourse(dice, habit, taken === null, isTest);
  const name = `${dice.pick(surnames)}${dice.pick(givenNames)}`;
  const hasName = alias === 'bank_transfer' || dice.chance(0.55);
  const order: PastOrder = {
    customerId,
    merchantOrderNo: `${merchant.username.slice(0, 2).toUpperCase()}${String(number).padStart(7, '0')}`,
    currency: merchant.currency,
    amount: parseAmount(writeMajor(major), merchant.currency),
    method: isNamed ? alias : null,
    realName: hasName && taken !== null ? name : null,
    payer: hasName ? { name } : null,
    payerLast5:
      alias === 'bank_transfer' && dice.chance(0.5) ? String(dice.whole(0, 99_999)).padStart(5, '0') : null,
    productName: dice.pick(products[merchant.username] ?? ['']),
    requestIp: `${dice.pick(networks)}.${dice.whole(0, 255)}.${dice.whole(1, 254)}`,
    notifyUrl: part?.notifyUrl ?? null,
    returnUrl: null,
    metadata: {},
    locale: dice.chance(0.92) ? 'zh-TW' : 'en',
    source,
    apiVersion: 'v2',
    isTest,
    requestHash: createHash('sha256').update(`order ${number}`).digest(),
    lifetimeS: taken === null ? cashierLifetimeS : habit.lifetimeS,
    actorId: null,
    requestId: null,
    taken,
  };
  return { order, course };
}

/** The number under which an order was drawn, by its merchant's order number. */
export function numberOf(merchantOrderNo: string): number | undefined {
  const digits = /^[A-Z]{2}(\d{7,})$/.exec(merchantOrderNo)?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 10);
}

function drawCourse(dice: Dice, habit: Habit, neverChooses: boolean, isTest: boolean): Course {
  const [from, to] = habit.paysAfterS;
  // Squared, so that most of the waiting times are short.
  const afterMs = Math.round((from + dice.next() ** 2.2 * (to - from)) * 1_000) + dice.whole(0, 999);
  const fate = dice.next();
  if (neverChooses) return { end: 'unpaid' };
  if (isTest) return { end: 'paid', afterMs };
  if (fate < mismatchShare) return { end: 'mismatch', afterMs, differenceMajor: dice.pick(differences) };
  if (fate < mismatchShare + lateShare) return { end: 'late', afterMs: dice.whole(20, 5_400) * 1_000 };
  return fate < habit.paidShare ? { end: 'paid', afterMs } : { end: 'unpaid' };
}

/** In major units; a whole number, or one with two decimals. */
function drawMajor(dice: Dice, merchant: DemoMerchant): number {
  const { amounts, typical, username } = merchant;
  switch (amounts) {
    case 'round': {
      const share = dice.pick([0.125, 0.25, 0.5, 0.5, 1, 1, 1, 1.25, 2, 2.5, 5]);
      return Math.max(50, Math.round((typical * share) / 50) * 50);
    }
    case 'priced': {
      const shelf = createDice(`prices of ${username}`);
      const prices = [0.35, 0.6, 0.85, 1, 1.4, 2.1].map((share) => {
        const near = Math.round((typical * share * (0.9 + shelf.next() / 5)) / 10) * 10;
        return shelf.chance(0.5) ? near : near - 1;
      });
      return dice.pick(prices) * (dice.chance(0.18) ? 2 : 1);
    }
    case 'any': {
      // The sum of three throws stands in for a bell; carts differ by factors, not by sums.
      const bell = (dice.next() + dice.next() + dice.next()) / 3 - 0.5;
      const value = Math.max(typical / 8, typical * Math.exp(bell * 3.2));
      if (merchant.currency === 'USDT') return Math.round(value * 100) / 100;
      return dice.chance(0.35) ? Math.round(value / 100) * 100 || 100 : Math.round(value);
    }
  }
}

/** Among the methods that take such an amount, the popular ones more often. */
function drawAlias(dice: Dice, { agent, currency }: DemoMerchant, major: number): Alias {
  const accounts = new Set(
    demoChannelAccounts
      .filter((account) => account.agent === agent && account.currency === currency)
      .map(({ merchantNo }) => merchantNo),
  );
  const usable = demoChannels.filter(
    ({ merchantNo, min, max }) =>
      accounts.has(merchantNo) && Number.parseInt(min, 10) <= major && major <= Number.parseInt(max, 10),
  );
  const aliases = [...new Set(usable.map(({ alias }) => alias))];
  const [first = currency === 'USDT' ? 'usdt' : 'card'] = aliases;
  return aliases[dice.weigh(aliases.map((alias) => habits[alias].popularity))] ?? first;
}

/** Exact: two decimals at the most were drawn. */
const writeMajor = (major: number): string =>
  Number.isInteger(major)
    ? String(major)
    : `${Math.floor(major)}.${String(Math.round(major * 100) % 100).padStart(2, '0')}`;
