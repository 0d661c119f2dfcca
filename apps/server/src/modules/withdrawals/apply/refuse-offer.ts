import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { orderMostAmount } from '@suanpan/domain/limits';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Offer } from './offer.queries.ts';

/** What may stand against an application; nothing else comes out of the database. */
const refusals = [
  'amountOutOfRange',
  'blockedPayee',
  'cardUsageReached',
  'currencyNotOffered',
  'feeAboveAmount',
  'insufficientBalance',
  'notFound',
  'rateNotSet',
  'receivableOutstanding',
  'staleEdit',
  'withdrawalAccountUnverified',
  'withdrawalLimitReached',
  'withdrawalWindowClosed',
] as const satisfies readonly ErrorName[];

/** Throws what stands against it, with what its sentence says. */
export function refuseOffer(offer: Offer, currency: Currency): void {
  if (offer.refusal === null) return;
  const name = refusals.find((each) => each === offer.refusal);
  if (name === undefined) throw new Error(`The database refuses a withdrawal for ${offer.refusal}`);
  throw new Refusal(name, { params: wordsOf(name, offer, currency) });
}

function wordsOf(name: (typeof refusals)[number], offer: Offer, currency: Currency): Record<string, string> {
  const money = (minor: bigint): string => formatLedger(minor, currency);
  switch (name) {
    case 'amountOutOfRange':
      return {
        min: money(offer.min_amount),
        max: money(
          offer.max_amount > 0n ? offer.max_amount : parseSignedLedger(orderMostAmount[currency], currency),
        ),
      };
    case 'currencyNotOffered':
      return { currency };
    case 'insufficientBalance':
      return { available: money(offer.available), needed: money(offer.hold) };
    case 'receivableOutstanding':
      return { amount: money(offer.owed) };
    case 'rateNotSet':
      return { pair: `${offer.target_currency}/${currency}` };
    case 'withdrawalLimitReached':
      return { left: leftOf(offer, money) };
    case 'withdrawalWindowClosed':
      return { window: offer.windows.map(({ from, to }) => `${from}–${to}`).join(', ') || '–' };
    case 'blockedPayee':
    case 'cardUsageReached':
    case 'feeAboveAmount':
    case 'notFound':
    case 'staleEdit':
    case 'withdrawalAccountUnverified':
      return {};
  }
}

/** The least of what is left: it is what still goes through today. */
function leftOf({ left_amount, left_card, left_count }: Offer, money: (minor: bigint) => string): string {
  if (left_count === 0) return money(0n);
  const [least] = [left_amount, left_card]
    .filter((each) => each !== null)
    .sort((left, right) => (left < right ? -1 : 1));
  return money(least ?? 0n);
}
