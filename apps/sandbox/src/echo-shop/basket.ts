import { findScenario } from '../bank/scenarios.ts';
import type { Language } from '../pages/language.ts';
import { byHand, goods } from './goods.ts';

/** A line of an order as it was bought. */
export interface BasketLine {
  readonly name: string;
  readonly count: number;
}

export interface Basket {
  readonly lines: readonly BasketLine[];
  /** Whole units of the currency, the course's two digits last. */
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
  const sum = bought.reduce((total, { each, count }) => total + each.price * BigInt(count), 0n);
  return {
    lines: bought.map(({ each, count }) => ({ name: each.name[language], count })),
    total: sum + BigInt(course),
    course,
  };
}
