import { createHmac, hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inTransaction } from '../../database.ts';
import { parseDecimal } from '../../decimal.ts';
import { Fault } from '../../http/fault.ts';
import { readJson } from '../../http/read-json.ts';
import { wait } from '../../wait.ts';
import type { Bank } from '../bank.ts';
import { slowCreateMs } from '../scenarios.ts';
import { presentRefund } from './refund.ts';
import type { Refund } from './refund.ts';
import { findRefund, insertRefund, lockRefundable } from './refunds.store.ts';

const refundInput = z.strictObject({
  refund_no: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  merchant_order_no: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  amount: z.string().refine((text) => (parseDecimal(text) ?? 0n) > 0n, 'expected a positive decimal string'),
  currency: z.string().regex(/^[A-Z]{3,5}$/),
});

/** What becomes of it, by the last two integer digits of its amount; every other one is paid at once. */
const courses: Readonly<Record<string, { readonly status: Refund['status']; readonly isSlow?: true }>> = {
  '01': { status: 'failed' },
  '04': { status: 'processing' },
  '06': { status: 'paid', isSlow: true },
};

/** The desk of the simpay dialect that pays payments back. Every call is signed. */
export function refundRoutes(
  app: FastifyInstance,
  bank: Bank,
  callerOf: (request: FastifyRequest) => string,
): void {
  app.post('/simpay/v1/refunds', async (request, reply) => {
    const merchantNo = callerOf(request);
    const input = readJson(request, refundInput);
    const requestHash = hash('sha256', JSON.stringify(Object.values(input)), 'hex');
    const course = courses[(input.amount.split('.')[0] ?? '').padStart(2, '0').slice(-2)] ?? {
      status: 'paid',
    };
    const amountMicro = parseDecimal(input.amount) ?? 0n;
    const digest = createHmac('sha256', bank.seed).update(`refund\n${merchantNo}\n${input.refund_no}`);
    const { isNew, refund } = await inTransaction(bank.pool, async (client) => {
      const charge = await lockRefundable(client, merchantNo, input.merchant_order_no);
      const earlier = await findRefund(client, merchantNo, input.refund_no);
      if (earlier !== null) return { isNew: false, refund: earlier };
      if (charge === null || charge.leftMicro < amountMicro) {
        throw new Fault(422, 'refused', 'so much of it cannot be paid back');
      }
      const made = await insertRefund(client, {
        bankNo: `RB${digest.digest('hex').slice(0, 16).toUpperCase()}`,
        merchantNo,
        refundNo: input.refund_no,
        chargeId: charge.id,
        requestHash,
        amountMicro,
        currency: input.currency,
        status: course.status,
        at: bank.clock.now(),
      });
      if (made === null) throw new Fault(409, 'order_conflict', 'the number was used at the same moment');
      return { isNew: true, refund: made };
    });
    if (refund.requestHash !== requestHash) {
      throw new Fault(409, 'order_conflict', 'the number was used with another body');
    }
    if (isNew && course.isSlow === true) await wait(slowCreateMs / bank.speed, bank.stopping);
    return reply.send(presentRefund(refund));
  });

  app.get('/simpay/v1/refunds/:refundNo', async (request) => {
    const { refundNo } = request.params as { refundNo: string };
    const refund = await findRefund(bank.pool, callerOf(request), refundNo);
    if (refund === null) throw new Fault(404, 'not_found', 'no such refund');
    return presentRefund(refund);
  });
}
