import { findScenario } from '../bank/scenarios.ts';
import type { Language } from '../pages/language.ts';
import { byHand, goods } from './goods.ts';

/** A line of an order as it was bought. */
export interface BasketLine {
  readonly name: string;
  readonly count: number;
  /** What they cost together, in whole units of the currency. */
  readonly cost: string;
}

export interface Basket {
  readonly lines: readonly BasketLine[];
  /** Whole units of the currency: the goods, and the digits that tell the bank its course. */
  readonly total: bigint;
  readonly course: string;
}

export const mostOfOne = 9;

/** Two digits that the bank knows, else those that wait for a hand. */
export const courseOf = (asked: string | undefined): string =>
  asked !== undefined && findScenario(asked)?.code === asked ? asked : byHand;

/** Reads what a visitor put into the cart; null when that is nothing. */
export function readBasket(form: Readonly<Record<string, string>>, language: Language): Basket | null {
  const chosen = goods.map((each) => {
    const asked = /^\d$/.exec(form[`count.${each.code}`] ?? '')?.[0] ?? '0';
    // Not money: how many of a thing.
    return { each, count: Number(asked) };
  });
  const bought = chosen.filter(({ count }) => count > 0);
  if (bought.length === 0) return null;
  const course = courseOf(form['course']);
  const goodsOf = bought.map(({ each, count }) => ({
    name: each.name[language],
    count,
    cost: each.price * BigInt(count),
  }));
  const sum = goodsOf.reduce((total, { cost }) => total + cost, 0n);
  return {
    lines: goodsOf.map((line) => ({ ...line, cost: line.cost.toString() })),
    total: sum + BigInt(course),
    course,
  };
}
