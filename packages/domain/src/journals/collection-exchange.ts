import { convert, convertInverse } from '@suanpan/money/exchange';
import type { Currency } from '@suanpan/money/currency';
import { credit, debit, draft, party, platform, sumOf } from './leg.ts';
import type { JournalDraft, Leg, Party } from './leg.ts';

/** By what an order is exchanged; rates in units of 1e-8 of the quote for one of the base. */
interface ExchangeTerms {
  readonly from: Currency;
  readonly to: Currency;
  readonly base: Currency;
  /** What the order carries: its senior agent's, or the platform's. */
  readonly rate: bigint;
  readonly houseRate: bigint;
}

/** What of an account is exchanged, in minor units of the order's currency; below zero it goes back. */
interface ExchangeShare {
  readonly kind: 'A130' | 'L200' | 'L201' | 'L240';
  readonly role: Party;
  readonly amount: bigint;
}

/**
 * J9: what an order brought goes to its merchant's own currency, a journal of each, between which the house's position stands. Half
 * up; what the platform's rate gives more than the order's is the senior agent's, and what it gives less he pays.
 */
export function collectionExchange(
  shares: readonly ExchangeShare[],
  terms: ExchangeTerms,
): readonly [JournalDraft, JournalDraft] {
  const moving = shares.filter(({ amount }) => exchanged(amount, terms, terms.rate) !== 0n);
  const from: Leg[] = moving.map(({ kind, role, amount }) => debit(kind, party(role), amount));
  const to: Leg[] = moving.map(({ kind, role, amount }) =>
    credit(kind, party(role), exchanged(amount, terms, terms.rate)),
  );
  const house = moving.reduce((sum, { amount }) => sum + exchanged(amount, terms, terms.houseRate), 0n);
  return [
    draft([...from, credit('F300', platform, -sumOf(from))], { clawsBack: true }),
    draft([...to, credit('L240', party('agent'), house - sumOf(to)), debit('F300', platform, house)], {
      clawsBack: true,
    }),
  ];
}

/** Minor units of the order's currency in its merchant's own, half up. */
function exchanged(amount: bigint, { from, to, base }: ExchangeTerms, rate: bigint): bigint {
  return from === base
    ? convert(amount, from, to, rate, 'halfUp')
    : convertInverse(amount, from, to, rate, 'halfUp');
}
