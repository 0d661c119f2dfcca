import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { JournalDraft, Leg, Owner } from './leg.ts';

const initials = { customer: 'M', agent: 'SA', subAgent: 'GA', middleman: 'MM' } as const;

/**
 * A journal as domain §3 writes it, one leg a line: `Dr A100 10000.00`, `Cr L210[M] 9715.00`. Used by the table
 * tests, by the proof screen's examples and in logs of refused postings.
 */
export function journalText(journal: JournalDraft, currency: Currency): string {
  return journal.legs.map((leg) => legText(leg, currency)).join('\n');
}

function legText(leg: Leg, currency: Currency): string {
  const side = leg.amount < 0n ? 'Dr' : 'Cr';
  const magnitude = leg.amount < 0n ? -leg.amount : leg.amount;
  return `${side} ${leg.kind}${ownerText(leg.owner)} ${formatMerchant(magnitude, currency)}`;
}

function ownerText(owner: Owner): string {
  return owner.type === 'user' ? `[${initials[owner.role]}]` : '';
}
