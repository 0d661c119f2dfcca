import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { linePaySandboxChannel, verifyLinePay } from '@suanpan/signing/line-pay';
import { z } from 'zod';
import { wholeUnits } from '../../decimal.ts';
import { rawBody } from '../../http/create-http.ts';
import { Fault } from '../../http/fault.ts';
import { answerCreate } from '../answer-create.ts';
import type { Bank } from '../bank.ts';
import { shownStatus } from '../charge.ts';
import type { Charge } from '../charge.ts';
import { findCharge, findChargeById, saveAsked, saveTold } from '../charges.store.ts';
import { createChargeInput } from '../create-charge.ts';

/** The books of the one channel that this sandbox has there. */
const merchantNo = 'line_sandbox';
const address = z.url({ protocol: /^https?$/ }).max(500);
const requestInput = z.object({
  amount: z.number().int().positive().max(999_999_999),
  currency: z.literal('TWD'),
  orderId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  packages: z.array(z.object({ amount: z.number() })).min(1),
  redirectUrls: z.object({ confirmUrl: address, cancelUrl: address }),
});
const confirmInput = z.object({ amount: z.number().int(), currency: z.string() });
/** A page lives so long, whatever the merchant's order does. */
const pageMs = 20 * 60_000;
/** Nineteen digits, as its transactions have. */
const firstTransaction = 2_026_112_300_000_000_000n;

const transactionOf = (charge: Charge): bigint => firstTransaction + charge.id;
/** What a payer agreed to; a payment that is only played is none. */
const isAgreed = (charge: Charge): boolean =>
  (charge.status === 'paid' || charge.status === 'reversed') && !charge.simulated;
const isConfirmed = (charge: Charge): boolean => charge.told['confirmed'] === '1';

const said = (reply: FastifyReply, returnCode: string, info?: unknown) =>
  reply.type('application/json; charset=utf-8').send(
    JSON.stringify({ returnCode, returnMessage: returnCode === '0000' ? 'Success.' : 'Failed.', info })
      // A number, and a long one.
      .replaceAll(/"transactionId":"(\d+)"/g, '"transactionId":$1'),
  );

/** The part of LINE Pay v3 that payments are made of. */
export function linepayRoutes(app: FastifyInstance, bank: Bank): void {
  /** The text that the call is signed over. @throws Fault for another channel or signature. */
  const signed = ({ body, headers, method, url }: FastifyRequest): string => {
    const [path = '', query = ''] = url.split('?', 2);
    const text = method === 'POST' ? rawBody(body).toString('utf8') : query;
    const call = {
      path: path.replace(/^\/linepay/, ''),
      text,
      nonce: String(headers['x-line-authorization-nonce']),
    };
    const { channelId, channelSecret } = linePaySandboxChannel;
    const given = headers['x-line-authorization'];
    const isOurs =
      headers['x-line-channelid'] === channelId && verifyLinePay(call, String(given), channelSecret);
    if (!isOurs) throw new Fault(401, '1106', 'Header information error');
    return text;
  };
  const read = <Shape extends z.ZodType>(text: string, shape: Shape): z.output<Shape> | undefined => {
    try {
      return shape.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  };
  /** What the number in an address names. */
  const chargeOf = async (request: FastifyRequest): Promise<Charge | null> => {
    const { id } = request.params as { id: string };
    const number = /^\d{19}$/.test(id) ? BigInt(id) - firstTransaction : 0n;
    const charge = number > 0n ? await findChargeById(bank.pool, number) : null;
    if (charge?.dialect !== 'linepay') return null;
    await saveAsked(bank.pool, merchantNo, charge.merchantOrderNo, 'query');
    return charge;
  };

  app.post('/linepay/v3/payments/request', async (request, reply) => {
    const input = read(signed(request), requestInput);
    if (input === undefined) return said(reply, '2101');
    if (input.packages.reduce((sum, { amount }) => sum + amount, 0) !== input.amount)
      return said(reply, '1124');
    await saveAsked(bank.pool, merchantNo, input.orderId, 'create');
    // A number that it has is refused, whoever asks and for what.
    if ((await findCharge(bank.pool, merchantNo, input.orderId)) !== null) return said(reply, '1172');
    const wanted = createChargeInput.parse({
      merchant_order_no: input.orderId,
      amount: String(input.amount),
      currency: input.currency,
      kind: 'redirect',
      notify_url: input.redirectUrls.confirmUrl,
      return_url: input.redirectUrls.confirmUrl,
      expires_at: new Date(bank.clock.now().getTime() + pageMs).toISOString(),
    });
    const page = (charge: Charge) =>
      said(reply, '0000', {
        transactionId: String(transactionOf(charge)),
        paymentUrl: {
          web: `${bank.publicBase}/pay/${charge.chargeNo}`,
          app: `line://pay/${charge.chargeNo}`,
        },
      });
    return answerCreate(bank, merchantNo, wanted, reply, page, { dialect: 'linepay', told: {} });
  });

  app.get('/linepay/v3/payments/requests/:id/check', async (request, reply) => {
    signed(request);
    const charge = await chargeOf(request);
    if (charge === null) return said(reply, '1150');
    if (isAgreed(charge)) return said(reply, isConfirmed(charge) ? '0123' : '0110');
    const status = shownStatus(charge, bank.clock.now().getTime());
    return said(reply, status === 'failed' || status === 'expired' ? '0121' : '0000');
  });

  app.post('/linepay/v3/payments/:id/confirm', async (request, reply) => {
    const input = read(signed(request), confirmInput);
    const charge = await chargeOf(request);
    if (charge === null) return said(reply, '1150');
    if (!isAgreed(charge) || isConfirmed(charge)) return said(reply, '1198');
    if (String(input?.amount) !== wholeUnits(charge.amountMicro) || input?.currency !== charge.currency)
      return said(reply, '1124');
    await saveTold(bank.pool, charge.id, { ...charge.told, confirmed: '1' });
    return said(reply, '0000', paymentOf(charge));
  });

  app.get('/linepay/v3/payments', async (request, reply) => {
    signed(request);
    const { orderId = '', transactionId = '' } = request.query as Record<string, string | undefined>;
    const number = /^\d{19}$/.test(transactionId) ? BigInt(transactionId) - firstTransaction : 0n;
    const charge =
      number > 0n
        ? await findChargeById(bank.pool, number)
        : await findCharge(bank.pool, merchantNo, orderId);
    await saveAsked(bank.pool, merchantNo, charge?.merchantOrderNo ?? orderId, 'query');
    if (charge?.dialect !== 'linepay' || !isConfirmed(charge)) return said(reply, '1150');
    return said(reply, '0000', [paymentOf(charge)]);
  });

  const paymentOf = (charge: Charge) => ({
    transactionId: String(transactionOf(charge)),
    transactionDate: charge.paidAt?.toISOString(),
    transactionType: 'PAYMENT',
    payStatus: 'CAPTURE',
    orderId: charge.merchantOrderNo,
    currency: charge.currency,
    payInfo: [{ method: 'CREDIT_CARD', amount: Number(wholeUnits(charge.paidMicro ?? 0n)) }],
    ...(charge.status === 'reversed' && {
      refundList: [{ refundAmount: -Number(wholeUnits(charge.paidMicro ?? 0n)) }],
    }),
  });
}
