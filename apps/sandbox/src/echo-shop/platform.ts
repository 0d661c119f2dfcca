import { randomBytes } from 'node:crypto';
import { signV2 } from '@suanpan/signing/v2';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { Fault } from '../http/fault.ts';
import type { SellingShop } from './echo-environment.ts';

const timeoutMs = 15_000;

const statuses = [
  'pending',
  'succeeded',
  'expired',
  'amount_mismatch',
  'abnormal',
  'test_supplied',
  'refund_preparing',
  'refunding',
  'refunded',
] as const;

const collection = z.object({
  id: z.string(),
  status: z.enum(statuses),
  checkout_url: z.string(),
  /** What the payer pays; some methods add to the order's amount. */
  pay_amount: z.string(),
  payment: z
    .union([
      z.object({ type: z.literal('redirect'), url: z.string() }),
      z.object({ type: z.literal('qr'), content: z.string() }),
      z.object({ type: z.literal('bank_account'), account_no: z.string() }),
      z.object({ type: z.literal('cvs_code'), code: z.string() }),
    ])
    .nullish()
    .catch(null),
});
export type PlacedCollection = z.output<typeof collection>;

/** The platform as a shop meets it: nothing but an address, a key and a secret. */
export interface Platform {
  /** @throws Fault 502 when the platform does not take the order. */
  create(shop: SellingShop, order: Readonly<Record<string, unknown>>): Promise<PlacedCollection>;
  /** The order as it stands now; null when nobody answers. */
  look(shop: SellingShop, id: string): Promise<PlacedCollection | null>;
}

export function openPlatform(origin: string, clock: Clock, stopping: AbortSignal): Platform {
  async function send(shop: SellingShop, method: string, path: string, body: string): Promise<Response> {
    const timestamp = String(Math.floor(clock() / 1000));
    const nonce = randomBytes(12).toString('hex');
    const signature = signV2({ method, path, query: '', timestamp, nonce, body }, shop.api_secret);
    return fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body !== '' && { 'content-type': 'application/json' }),
        'x-api-key': shop.api_key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signature,
      },
      ...(body !== '' && { body }),
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    });
  }
  const refused = (reason: string) => new Fault(502, 'not_taken', `the platform did not take it: ${reason}`);

  return {
    async create(shop, order) {
      const answer = await send(shop, 'POST', '/api/v2/collections', JSON.stringify(order)).catch(() => {
        throw refused('no answer');
      });
      const text = await answer.text();
      if (!answer.ok) throw refused(`HTTP ${answer.status} ${text.slice(0, 200)}`);
      const taken = collection.safeParse(JSON.parse(text));
      if (!taken.success) throw refused('an answer of another form');
      return taken.data;
    },
    async look(shop, id) {
      try {
        const answer = await send(shop, 'GET', `/api/v2/collections/${id}`, '');
        return answer.ok ? collection.parse(await answer.json()) : null;
      } catch {
        return null;
      }
    },
  };
}
