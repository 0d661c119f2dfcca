import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../../http/fault.ts';
import { readJson } from '../../http/read-json.ts';
import { wait } from '../../wait.ts';
import type { Bank } from '../bank.ts';
import { slowCreateMs } from '../scenarios.ts';
import { createPayout, createPayoutInput } from './create-payout.ts';
import { findPayoutScenario } from './payout-scenarios.ts';
import { findPayout, insertPayoutSteps } from './payouts.store.ts';
import { presentPayout } from './present-payout.ts';

const simulateInput = z.strictObject({ scenario: z.string().max(64) });

/** The payout desk of the simpay dialect. Every call is signed. */
export function payoutRoutes(
  app: FastifyInstance,
  bank: Bank,
  callerOf: (request: FastifyRequest) => string,
): void {
  const payoutOf = async (request: FastifyRequest) => {
    const { orderNo } = request.params as { orderNo: string };
    const payout = await findPayout(bank.pool, callerOf(request), orderNo);
    if (!payout) throw new Fault(404, 'not_found', 'no such payout');
    return payout;
  };

  app.post('/simpay/v1/payouts', async (request, reply) => {
    const merchantNo = callerOf(request);
    const input = readJson(request, createPayoutInput);
    const { isNew, payout, scenario } = await createPayout(bank, merchantNo, input);
    bank.wake();
    if (isNew && scenario.creation === 'denied') {
      throw new Fault(422, 'refused', 'the payout was refused, or so the bank says');
    }
    if (isNew && scenario.creation === 'slow') await wait(slowCreateMs / bank.speed, bank.stopping);
    return reply.send(presentPayout(payout));
  });

  app.get('/simpay/v1/payouts/:orderNo', async (request) => presentPayout(await payoutOf(request)));

  app.post('/simpay/v1/payouts/:orderNo/simulate', async (request, reply) => {
    const payout = await payoutOf(request);
    const scenario = findPayoutScenario(readJson(request, simulateInput).scenario);
    if (!scenario) throw new Fault(400, 'invalid_request', 'scenario: unknown');
    const now = bank.clock.now().getTime();
    await insertPayoutSteps(
      bank.pool,
      payout.id,
      scenario.steps.map((step) => ({ step, dueAt: new Date(now + step.afterMs / bank.speed) })),
    );
    bank.wake();
    return reply.code(202).send(presentPayout(payout));
  });
}
