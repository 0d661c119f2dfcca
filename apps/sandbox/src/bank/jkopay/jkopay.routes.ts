import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jkopaySandboxStore, verifyJkopay } from '@suanpan/signing/jkopay';
import { parseTaiwanTime } from '@suanpan/signing/taiwan-time';
import { z } from 'zod';
import { rawBody } from '../../http/create-http.ts';
import { Fault } from '../../http/fault.ts';
import { answerCreate } from '../answer-create.ts';
import type { Bank } from '../bank.ts';
import type { Charge } from '../charge.ts';
import { findCharge, saveAsked } from '../charges.store.ts';
import { createChargeInput } from '../create-charge.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { transactionOf } from './jkopay-dialect.ts';

const { apiKey, secretKey, storeId } = jkopaySandboxStore;
const address = z.url({ protocol: /^https?$/ }).max(500);
const entryInput = z.object({
  platform_order_id: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/),
  store_id: z.literal(storeId),
  currency: z.literal('TWD'),
  total_price: z.number().int().positive().max(999_999_999),
  final_price: z.number().int().positive().max(999_999_999),
  valid_time: z.string().optional(),
  result_url: address,
  result_display_url: address,
});
/** An order without an end of its own waits for a day. */
const dayMs = 86_400_000;
const mostAsked = 20;

const said = (result: string, message: string | null, result_object: unknown = null) => ({
  result,
  message,
  result_object,
});

/** The part of JKoPay's OnlinePay that payments are made of. */
export function jkopayRoutes(app: FastifyInstance, bank: Bank): void {
  /** @throws Fault for another key or digest. */
  const signed = ({ body, headers, method, url }: FastifyRequest): string => {
    const text = method === 'POST' ? rawBody(body).toString('utf8') : (url.split('?', 2)[1] ?? '');
    const given = headers['digest'];
    if (headers['api-key'] !== apiKey || !verifyJkopay(text, String(given), secretKey)) {
      throw new Fault(401, '999', 'digest');
    }
    return text;
  };

  app.post('/jkopay/platform/entry', async (request, reply) => {
    const result = entryInput.safeParse(JSON.parse(signed(request) || 'null'));
    if (!result.success) return said('200', 'Bad request');
    const input = result.data;
    refuseForeign(bank, input.result_url);
    await saveAsked(bank.pool, storeId, input.platform_order_id, 'create');
    const known = await findCharge(bank.pool, storeId, input.platform_order_id);
    if (known !== null && transactionOf(known).status === 0) return said('101', 'Order is paid');
    const endsAt = parseTaiwanTime(input.valid_time ?? '') ?? new Date(bank.clock.now().getTime() + dayMs);
    const wanted = createChargeInput.parse({
      merchant_order_no: input.platform_order_id,
      amount: String(input.final_price),
      currency: input.currency,
      kind: 'redirect',
      notify_url: input.result_url,
      return_url: input.result_display_url,
      expires_at: endsAt.toISOString(),
    });
    const page = (charge: Charge) =>
      said('000', null, {
        payment_url: `${bank.publicBase}/pay/${charge.chargeNo}`,
        qr_img: `${bank.publicBase}/pay/${charge.chargeNo}`,
        qr_timeout: Math.floor(charge.expiresAt.getTime() / 1000),
      });
    try {
      return await answerCreate(bank, storeId, wanted, reply, page, { dialect: 'jkopay', told: {} });
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return said('200', 'Order has been used as entry but they do not match with each others');
    }
  });

  app.get('/jkopay/platform/inquiry', async (request) => {
    signed(request);
    const { platform_order_ids: named = '' } = request.query as { platform_order_ids?: string };
    const ids = named.split(',').slice(0, mostAsked);
    const transactions = await Promise.all(
      ids.map(async (id) => {
        await saveAsked(bank.pool, storeId, id, 'query');
        const charge = await findCharge(bank.pool, storeId, id);
        return charge === null ? { platform_order_id: id, status: 102 } : transactionOf(charge);
      }),
    );
    return said('000', null, { transactions });
  });
}
