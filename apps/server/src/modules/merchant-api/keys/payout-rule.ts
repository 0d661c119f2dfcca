import { Refusal } from '@suanpan/domain/errors';
import { payoutKeyPrefix } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import { readAmount } from '@suanpan/money/amount';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { containsNetwork, normalizeNetwork, prefixOf } from '../../../platform/http/client-ip.ts';

/** What bounds a key: from where, and how much it may pay out in a day. */
export interface KeyBounds {
  readonly ipAllowlist: readonly string[];
  readonly dailyPayoutMinor: bigint | null;
}

export const canPayOut = (scopes: readonly string[]): boolean => scopes.includes('payout');

/**
 * The bounds as they were asked for, the networks in their canonical text. With the payout scope (reliability §7.11) it
 * refuses `invalidFields` for a list that is empty or names a wider network, and for no amount or one of 0: here that is
 * not "no limit". Without the scope an amount means nothing and is refused.
 */
export function readBounds(
  { actor, locale }: Pick<RequestContext, 'actor' | 'locale'>,
  scopes: readonly string[],
  asked: { readonly ip_allowlist: readonly string[]; readonly daily_amount?: string | undefined },
  before: bigint | null = null,
): KeyBounds {
  const refuse = (
    field: string,
    word: 'payoutNeedsAddress' | 'payoutNeedsAmount' | 'amountOfPayouts',
  ): never => {
    throw new Refusal('invalidFields', { fields: { [field]: [translate(locale, `personal.keys.${word}`)] } });
  };
  const ipAllowlist = asked.ip_allowlist.map((entry) => normalizeNetwork(entry) ?? entry);
  if (!canPayOut(scopes)) {
    if (asked.daily_amount !== undefined) refuse('daily_amount', 'amountOfPayouts');
    return { ipAllowlist, dailyPayoutMinor: null };
  }
  if (ipAllowlist.length === 0 || !ipAllowlist.every(isNarrow)) refuse('ip_allowlist', 'payoutNeedsAddress');
  const daily = asked.daily_amount === undefined ? before : readAmount(asked.daily_amount, actor.currency);
  if (daily === null || daily <= 0n) return refuse('daily_amount', 'payoutNeedsAmount');
  return { ipAllowlist, dailyPayoutMinor: daily };
}

function isNarrow(network: string): boolean {
  return prefixOf(network) >= (network.includes(':') ? payoutKeyPrefix.ipv6 : payoutKeyPrefix.ipv4);
}

/** Whether the new bounds allow nothing that the old ones did not: then one person may draw them. */
export function isNarrowing(before: KeyBounds, after: KeyBounds): boolean {
  const isWithin = after.ipAllowlist.every((inner) =>
    before.ipAllowlist.some((outer) => containsNetwork(outer, inner)),
  );
  return isWithin && (after.dailyPayoutMinor ?? 0n) <= (before.dailyPayoutMinor ?? 0n);
}
