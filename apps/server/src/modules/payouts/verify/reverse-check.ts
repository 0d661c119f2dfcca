import { createHmac } from 'node:crypto';
import type { ErrorName } from '@suanpan/domain/errors';
import { reverseCheckTimeoutMs } from '@suanpan/domain/limits';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { z } from 'zod';
import { wallClock } from '../../../platform/clock.ts';
import { readJson } from '../../../platform/read-json.ts';
import type { PayoutRow, ReverseCheckRow } from '../payouts.queries.ts';
import type { Payouts } from '../service.ts';
import { openCard } from '../submit/payee.ts';

/** What the key of a reverse check is sealed for (audit_setting.key_sealed). */
export const reverseCheckKeyPurpose = 'audit_setting.key';

const answered = z.object({
  code: z.union([z.literal(0), z.literal(200), z.literal('0'), z.literal('200')]),
});

/** accepted, or why not; the two sentences of the specification for what is no answer. */
export type CheckResult =
  | { readonly outcome: 'accepted' }
  | {
      readonly outcome: 'refused';
      readonly why: Extract<ErrorName, 'noResponseAfterTimeout' | 'checkDomainOrSafelist' | 'verifyFailed'>;
    };

/**
 * Asks the merchant's own server whether he wants this payout (代付反查). The call is signed with his check key; only a 2xx
 * with the code 0 (or 200) lets the payout go.
 */
export async function reverseCheck(
  { outbound, vault }: Pick<Payouts, 'outbound' | 'vault'>,
  check: ReverseCheckRow,
  order: PayoutRow,
): Promise<CheckResult> {
  return askCheck({ outbound, vault }, check, {
    order_no: order.order_no,
    merchant_order_no: order.merchant_order_no,
    amount: formatMerchant(order.amount, order.currency as Currency),
    account_name: order.account_name,
    card_no: openCard(vault, order.card_sealed),
  });
}

/** The call itself, also for a payout that there is not. */
export async function askCheck(
  { outbound, vault }: Pick<Payouts, 'outbound' | 'vault'>,
  check: ReverseCheckRow,
  about: Readonly<Record<string, string>>,
): Promise<CheckResult> {
  const fields = { ...about, timestamp: String(Math.floor(wallClock.now().getTime() / 1000)) };
  const sign = signReverseCheck(fields, vault.open(check.key_sealed, reverseCheckKeyPurpose));
  const result = await outbound.send({
    method: 'POST',
    url: check.url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, sign }),
    timeoutMs: reverseCheckTimeoutMs,
  });
  if (result.kind === 'failed') {
    const isLate = result.reason === 'timeout' || result.reason === 'cut';
    return { outcome: 'refused', why: isLate ? 'noResponseAfterTimeout' : 'checkDomainOrSafelist' };
  }
  if (result.status === 403) return { outcome: 'refused', why: 'checkDomainOrSafelist' };
  const isYes =
    result.status >= 200 &&
    result.status < 300 &&
    answered.safeParse(readJson(result.body.toString('utf8'))).success;
  return isYes ? { outcome: 'accepted' } : { outcome: 'refused', why: 'verifyFailed' };
}

/** Lower hex HMAC-SHA256 over the fields in the order of their names, as `name=value` joined by `&`. */
export function signReverseCheck(fields: Readonly<Record<string, string>>, key: string): string {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name] ?? ''}`)
    .join('&');
  return createHmac('sha256', key).update(text).digest('hex');
}
