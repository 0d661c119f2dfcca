import type { FastifyReply } from 'fastify';
import { wait } from '../wait.ts';
import type { Bank } from './bank.ts';
import { createCharge, scenarioOf } from './create-charge.ts';
import type { CreateChargeInput } from './create-charge.ts';
import { performDueSteps } from './perform-steps.ts';
import type { Charge } from './charge.ts';
import { slowCreateMs } from './scenarios.ts';

/** The longest the notify before the answer is waited for: a platform may hold it until its create call returns. */
const notifyFirstMs = 3_000;

const garbage = '<html><head><title>502 Bad Gateway</title></head><body>\u0000\ufffd<center><h1>502 Bad Gate';

/**
 * Answers a create call, with the fault its scenario asks for. A repeated call (same order, same body) is answered
 * at once and well, except that scenario 11 creates nothing and therefore fails every time. `present` answers it in the
 * words of its dialect.
 */
export async function answerCreate(
  bank: Bank,
  merchantNo: string,
  input: CreateChargeInput,
  reply: FastifyReply,
  present: (charge: Charge) => unknown,
  spoken?: Pick<Charge, 'dialect' | 'told'>,
): Promise<unknown> {
  const scenario = scenarioOf(input);
  if (scenario?.creation === 'error') {
    return reply.code(500).send({ error: { code: 'internal', message: 'the bank is not well' } });
  }
  const { charge, isNew } = await createCharge(bank, merchantNo, input, scenario, spoken);
  bank.wake();
  if (!isNew || !scenario?.creation) return present(charge);

  switch (scenario.creation) {
    case 'slow':
      await wait(slowCreateMs / bank.speed, bank.stopping);
      return present(charge);
    case 'garbage':
      return reply.type('text/html').send(garbage);
    case 'notify_first':
      await performDueSteps(bank, charge.id);
      await Promise.race([bank.notifier.sendDueOf(charge.id), wait(notifyFirstMs, bank.stopping)]);
      return present(charge);
  }
}
