import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { verifySimpay } from '@suanpan/signing/simpay';
import { formatDecimal, parseDecimal } from '../decimal.ts';
import { rawBody } from '../http/create-http.ts';
import { Fault } from '../http/fault.ts';
import { readJson } from '../http/read-json.ts';
import { answerCreate } from './answer-create.ts';
import type { Bank } from './bank.ts';
import { keepEarlier, listStatement, sumBalance } from './books.store.ts';
import { findCharge, saveAsked } from './charges.store.ts';
import { createChargeInput } from './create-charge.ts';
import { payoutRoutes } from './payouts/payout.routes.ts';
import { presentCharge } from './present-charge.ts';
import { refundRoutes } from './refunds/refund.routes.ts';
import { findScenario } from './scenarios.ts';
import { takeCourse } from './take-course.ts';
import { readStatementDay } from './statement-day.ts';
import { statementFile } from './statement-file.ts';

const simulateInput = z.strictObject({ scenario: z.string().max(64), amount: z.string().optional() });
/** Nothing in a number is a column or a formula of the file in which it stands. */
const bookedNo = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const earlierInput = z.strictObject({
  payments: z
    .array(
      z.strictObject({
        charge_no: bookedNo,
        merchant_order_no: bookedNo,
        amount: z.string().refine((text) => (parseDecimal(text) ?? 0n) > 0n),
        currency: z.string().regex(/^[A-Z]{3,4}$/),
        booked_at: z.iso.datetime().refine((text) => !text.startsWith('0000')),
      }),
    )
    .min(1)
    .max(1_000),
});
const advanceInput = z.strictObject({
  advance_seconds: z
    .number()
    .int()
    .min(0)
    .max(366 * 86_400),
});

/** The calls of the simpay dialect. Every one of them is signed. */
export function simpayRoutes(app: FastifyInstance, bank: Bank): void {
  /** The merchant who signed the call. */
  const callerOf = (request: FastifyRequest): string => {
    const merchantNo = request.headers['x-sim-merchant'];
    const secret = typeof merchantNo === 'string' ? bank.secrets.get(merchantNo) : undefined;
    if (typeof merchantNo !== 'string' || secret === undefined) {
      throw new Fault(401, 'unknown_merchant', 'no such merchant');
    }
    const message = { method: request.method, path: request.url, body: rawBody(request.body) };
    const verdict = verifySimpay(message, request.headers, secret, Math.floor(bank.system() / 1000));
    if (!verdict.verified) throw new Fault(401, verdict.reason, 'the signature was not accepted');
    return merchantNo;
  };

  const chargeOf = async (request: FastifyRequest) => {
    const { orderNo } = request.params as { orderNo: string };
    const charge = await findCharge(bank.pool, callerOf(request), orderNo);
    if (!charge) throw new Fault(404, 'not_found', 'no such charge');
    return charge;
  };

  app.post('/simpay/v1/charges', async (request, reply) => {
    const merchantNo = callerOf(request);
    const input = readJson(request, createChargeInput);
    await saveAsked(bank.pool, merchantNo, input.merchant_order_no, 'create');
    return answerCreate(bank, merchantNo, input, reply, (charge) =>
      reply.send(presentCharge(charge, bank.clock.now().getTime())),
    );
  });

  app.get('/simpay/v1/charges/:orderNo', async (request) => {
    const { orderNo } = request.params as { orderNo: string };
    await saveAsked(bank.pool, callerOf(request), orderNo, 'query');
    return presentCharge(await chargeOf(request), bank.clock.now().getTime());
  });

  app.post('/simpay/v1/charges/:orderNo/simulate', async (request, reply) => {
    const charge = await chargeOf(request);
    const input = readJson(request, simulateInput);
    const scenario = findScenario(input.scenario);
    if (!scenario) throw new Fault(400, 'invalid_request', 'scenario: unknown');
    const amountMicro = input.amount === undefined ? null : parseDecimal(input.amount);
    if (input.amount !== undefined && !amountMicro)
      throw new Fault(400, 'invalid_request', 'amount: not positive');
    const after = await takeCourse(bank, charge, scenario, amountMicro);
    bank.wake();
    return reply.code(202).send(presentCharge(after, bank.clock.now().getTime()));
  });

  payoutRoutes(app, bank, callerOf);
  refundRoutes(app, bank, callerOf);

  app.get('/simpay/v1/balance', async (request) => {
    const merchantNo = callerOf(request);
    const { currency = 'TWD' } = request.query as { currency?: string };
    return { currency, available: formatDecimal(await sumBalance(bank.pool, merchantNo, currency)) };
  });

  app.get('/simpay/v1/statement', async (request) => {
    const merchantNo = callerOf(request);
    const day = readStatementDay((request.query as { date?: string }).date);
    if (day === null) throw new Fault(400, 'invalid_request', 'date: expected YYYY-MM-DD');
    const lines = await listStatement(bank.pool, merchantNo, day);
    return lines.map((line) => ({
      entry_no: line.id.toString(),
      charge_no: line.chargeNo,
      merchant_order_no: line.merchantOrderNo,
      type: line.kind,
      amount: formatDecimal(line.amountMicro),
      currency: line.currency,
      booked_at: line.bookedAt.toISOString(),
    }));
  });

  app.get('/simpay/v1/statement.csv', async (request, reply) => {
    const merchantNo = callerOf(request);
    const { date, planted } = request.query as { date?: string; planted?: string };
    const day = readStatementDay(date);
    if (day === null) throw new Fault(400, 'invalid_request', 'date: expected YYYY-MM-DD');
    const lines = await listStatement(bank.pool, merchantNo, day);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statement-${day}.csv"`)
      .send(statementFile(lines, planted === '1'));
  });

  app.post('/simpay/v1/earlier', async (request) => {
    const merchantNo = callerOf(request);
    const { payments } = readJson(request, earlierInput);
    const kept = await keepEarlier(
      bank.pool,
      merchantNo,
      payments.map((payment) => ({
        chargeNo: payment.charge_no,
        merchantOrderNo: payment.merchant_order_no,
        amountMicro: parseDecimal(payment.amount) ?? 0n,
        currency: payment.currency,
        bookedAt: new Date(payment.booked_at),
      })),
    );
    return { kept };
  });

  app.post('/simpay/v1/clock', async (request) => {
    callerOf(request);
    const { advance_seconds } = readJson(request, advanceInput);
    const now = await bank.clock.advance(advance_seconds * 1000);
    bank.wake();
    return { now: now.toISOString() };
  });
}
