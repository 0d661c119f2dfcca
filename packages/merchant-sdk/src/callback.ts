import { verifyWebhook } from '@suanpan/signing/webhooks';
import type { WebhookRefusal } from '@suanpan/signing/webhooks';
import type { MerchantEvent } from './api-objects.ts';

/** Not from the house, too old, or not to be read: answer 400 and do nothing. */
export class CallbackRefused extends Error {
  override readonly name = 'CallbackRefused';
  readonly reason: WebhookRefusal | 'unreadable_body';
  constructor(reason: CallbackRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Verifies a callback on its raw body and reads it. `headers` have lower-case names, as Node delivers them; `secrets` are
 * those in force, two while one is rotated. An event comes at least once: keep its `id` and act on it once, then answer
 * any 2xx.
 * @throws CallbackRefused
 */
export function readCallback(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Uint8Array | string,
  secrets: readonly string[],
  nowS: number = Math.floor(new Date().getTime() / 1_000),
): MerchantEvent {
  const verdict = verifyWebhook(headers, rawBody, secrets, nowS);
  if (!verdict.verified) throw new CallbackRefused(verdict.reason);
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
    return JSON.parse(text) as MerchantEvent;
  } catch {
    throw new CallbackRefused('unreadable_body');
  }
}
