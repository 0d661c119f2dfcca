import { camel, type Plan, requireKebab } from './plan.ts';

/**
 * A channel adapter that compiles and does nothing yet, on the safe side: it accepts no order, believes no notice and
 * concludes nothing from silence.
 */
export function planAdapter(driver: string | undefined): Plan {
  const folder = `apps/server/src/adapters/${requireKebab(driver, 'the driver')}`;
  const name = camel(driver ?? '');
  return {
    files: {
      [`${folder}/index.ts`]: `/**
 * The protocol of ${driver}. Promises: every notice is verified over its raw bytes; whatever is not a definite
 * answer is \`unknown\`.
 */
import type { ChannelAdapter } from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { isSigned } from './sign.ts';
import { notice } from './wire.ts';

export const ${name}: ChannelAdapter = {
  driver: '${driver}',
  sandbox: false,
  credentialFields: [{ name: 'secret', secret: true }],
  // Until the provider's documents say better, an order that it does not know may still be there.
  capabilities: {
    queryMinDelayMs: 600_000,
    notFoundIsFinal: false,
    heardFromPayer: false,
    confirmsWithinMs: 600_000,
    integerOnly: true,
    currencies: ['TWD'],
    countsUnknownOrders: true,
    askedEveryMs: null,
    createIsRepeatable: false,
    testsToldByNotice: true,
  },
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },

  async createCollection() {
    return { outcome: 'refused', reason: 'the protocol has no create call yet' };
  },

  async queryCollection() {
    return { outcome: 'unknown', reason: 'the protocol has no query call yet' };
  },

  parseNotice(account, raw) {
    if (!isSigned(raw, account.credentials['secret'] ?? '')) throw new BadSignature('wrong signature');
    const parsed = notice.safeParse(JSON.parse(raw.body.toString('utf8')));
    if (!parsed.success) throw new BadSignature('unreadable body');
    const { event_id, order_no, status } = parsed.data;
    return { eventId: event_id, orderNo: order_no, status };
  },
};
`,
      [`${folder}/wire.ts`]: `import { z } from 'zod';

/** What the provider sends when an order changes. */
export const notice = z.object({
  event_id: z.string().min(1).max(64),
  order_no: z.string().min(1).max(64),
  status: z.enum(['pending', 'paid', 'failed', 'reversed']),
});
`,
      [`${folder}/sign.ts`]: `import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawNotice } from '../../modules/channels/port.ts';

/** Whether the raw bytes of a notice bear the signature of the secret; an empty secret signs nothing. */
export function isSigned(notice: RawNotice, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(notice.body).digest();
  const given = Buffer.from(notice.headers['x-signature'] ?? '', 'hex');
  return secret !== '' && given.length === expected.length && timingSafeEqual(given, expected);
}
`,
      [`${folder}/${driver}.test.ts`]: `import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ChannelAccount } from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { ${name} } from './index.ts';

const secret = 'a secret for tests';
const account: ChannelAccount = {
  id: 1n,
  driver: '${driver}',
  name: '${driver}',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: 'http://127.0.0.1',
  credentials: { secret },
  latePayment: 'credit',
};
const body = Buffer.from(JSON.stringify({ event_id: 'e1', order_no: 'C1', status: 'paid' }));
const signature = createHmac('sha256', secret).update(body).digest('hex');
const raw = (given: string) => ({ method: 'POST', path: '/', body, headers: { 'x-signature': given } });

test('a notice that bears the signature of its bytes is understood', () => {
  expect(${name}.parseNotice?.(account, raw(signature), 0)).toEqual({ eventId: 'e1', orderNo: 'C1', status: 'paid' });
});

test('a notice with another signature, or none, is refused', () => {
  expect(() => ${name}.parseNotice?.(account, raw('00'.repeat(32)), 0)).toThrow(BadSignature);
  expect(() => ${name}.parseNotice?.(account, raw(''), 0)).toThrow(BadSignature);
});
`,
    },
    changes: {
      'apps/server/src/adapters/registry.ts': (text = '') =>
        text
          .replace(/\n\n\/\*\*/, `\nimport { ${name} } from './${driver}/index.ts';\n\n/**`)
          .replace(/(ChannelAdapters = \{[^}]*?),?\s*\}/, `$1, ${name} }`),
    },
    remains: [
      `${folder}/sign.ts and wire.ts: the provider's own signature and fields, with vectors of its documents`,
      `${folder}/index.ts: the calls that create and query`,
      'apps/server/src/adapters/conformance.test.ts: a peer that speaks the protocol and misbehaves when told to',
      'recorded answers of the provider as fixtures beside the test',
    ],
  };
}
