import { assertPositive, credit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { takeMix, totalOf } from './mix.ts';
import type { Mix, MixKind } from './mix.ts';

/** A payout spends money that may pay others alone before money that its merchant may also withdraw (domain §3). */
export const payoutOrder = ['L201', 'L202', 'L200'] as const satisfies readonly MixKind[];

/** J5, submit: amount and fee are held. `mix` says from which buckets; giving them back follows it. */
export function payoutSubmit(mix: Mix): JournalDraft {
  const total = totalOf(mix);
  assertPositive(total, 'a hold');
  const merchant = party('customer');
  return draft([...takeMix(mix, merchant), credit('L230', merchant, total)]);
}
