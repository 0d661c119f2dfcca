import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stripeSandboxAccount } from '@suanpan/signing/stripe';
import { z } from 'zod';
import { formatDecimal, oneMajorMicro } from '../../decimal.ts';
import { rawBody } from '../../http/create-http.ts';
import { Fault } from '../../http/fault.ts';
import { answerCreate } from '../answer-create.ts';
import type { Bank } from '../bank.ts';
import { findCharge, findChargeByNo, saveAsked } from '../charges.store.ts';
import type { Charge } from '../charge.ts';
import { createChargeInput } from '../create-charge.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { paymentOf, sessionOf } from './stripe-objects.ts';

/** The books of the one account that this sandbox has there. */
const merchantNo = 'acct_sandbox';
const price = 'line_items[0][price_data]';
const sessionInput = z.object({
  mode: z.literal('payment'),
  client_reference_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  'line_items[0][quantity]': z.literal('1'),
  [`${price}[currency]`]: z.enum(['twd', 'usd', 'cny']),
  [`${price}[unit_amount]`]: z.string().regex(/^[1-9]\d{0,13}$/),
  [`${price}[product_data][name]`]: z.string().min(1),
  'metadata[notify_url]': z.url({ protocol: /^https?$/ }).max(512),
  success_url: z.url({ protocol: /^https?$/ }).max(512),
  expires_at: z.string().regex(/^\d{10}$/),
});

const error = (reply: FastifyReply, status: number, type: string, message: string, code?: string) =>
  reply.code(status).send({ error: { type, message, ...(code !== undefined && { code }) } });
const missing = (reply: FastifyReply) =>
  error(reply, 404, 'invalid_request_error', 'No such object', 'resource_missing');

/** The part of Stripe that a page of Checkout and the questions about it are made of. */
export function stripeRoutes(app: FastifyInstance, bank: Bank): void {
  const isOurs = ({ headers }: FastifyRequest): boolean =>
    headers.authorization === `Bearer ${stripeSandboxAccount.secretKey}`;
  const pageOf = (charge: Charge) => sessionOf(charge, bank.publicBase, bank.clock.now().getTime());
  /** What an address with a prefix and our number names. */
  const chargeOf = async (request: FastifyRequest, prefix: string): Promise<Charge | null> => {
    const { id } = request.params as { id: string };
    const charge = id.startsWith(prefix) ? await findChargeByNo(bank.pool, id.slice(prefix.length)) : null;
    if (charge?.dialect !== 'stripe') return null;
    await saveAsked(bank.pool, merchantNo, charge.merchantOrderNo, 'query');
    return charge;
  };
  const unauthorized = (reply: FastifyReply) =>
    error(reply, 401, 'invalid_request_error', 'Invalid API Key provided');

  app.post('/stripe/v1/checkout/sessions', async (request, reply) => {
    if (!isOurs(request)) return unauthorized(reply);
    const fields = Object.fromEntries(new URLSearchParams(rawBody(request.body).toString('utf8')));
    const result = sessionInput.safeParse(fields);
    if (!result.success) {
      const [issue] = result.error.issues;
      return error(reply, 400, 'invalid_request_error', `Invalid ${issue?.path.join('.')}`);
    }
    const input = result.data as Record<string, string>;
    const orderNo = input['client_reference_id'] ?? '';
    refuseForeign(bank, input['metadata[notify_url]'] ?? '');
    await saveAsked(bank.pool, merchantNo, orderNo, 'create');
    const micro = (BigInt(input[`${price}[unit_amount]`] ?? '0') * oneMajorMicro) / 100n;
    const wanted = createChargeInput.parse({
      merchant_order_no: orderNo,
      amount: formatDecimal(micro),
      currency: (input[`${price}[currency]`] ?? '').toUpperCase(),
      kind: 'redirect',
      notify_url: input['metadata[notify_url]'],
      return_url: input['success_url'],
      expires_at: new Date(Number(input['expires_at']) * 1000).toISOString(),
    });
    const spoken = { dialect: 'stripe' as const, told: {} };
    try {
      return await answerCreate(
        bank,
        merchantNo,
        wanted,
        reply,
        (charge) => reply.send(pageOf(charge)),
        spoken,
      );
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return error(
        reply,
        400,
        'idempotency_error',
        'Keys for idempotent requests are used with the same parameters',
      );
    }
  });

  app.get('/stripe/v1/checkout/sessions/:id', async (request, reply) => {
    if (!isOurs(request)) return unauthorized(reply);
    const charge = await chargeOf(request, 'cs_');
    return charge === null ? missing(reply) : pageOf(charge);
  });

  app.get('/stripe/v1/payment_intents/search', async (request, reply) => {
    if (!isOurs(request)) return unauthorized(reply);
    const { query = '' } = request.query as { query?: string };
    const orderNo = /^metadata\["order_no"\]:"([A-Za-z0-9_-]{1,64})"$/.exec(query)?.[1];
    if (orderNo === undefined) return error(reply, 400, 'invalid_request_error', 'Invalid query');
    await saveAsked(bank.pool, merchantNo, orderNo, 'query');
    const charge = await findCharge(bank.pool, merchantNo, orderNo);
    const payment = charge && paymentOf(charge);
    return { object: 'search_result', data: payment === null ? [] : [payment], has_more: false };
  });

  app.get('/stripe/v1/payment_intents/:id', async (request, reply) => {
    if (!isOurs(request)) return unauthorized(reply);
    const charge = await chargeOf(request, 'pi_');
    const payment = charge && paymentOf(charge);
    return payment === null ? missing(reply) : payment;
  });
}
