import type pg from 'pg';
import { inTransaction } from '../database.ts';
import type { BankClock } from './bank-clock.ts';
import type { Charge } from './charge.ts';
import { insertEntry, lockCharge, saveChange, takeDueSteps } from './charges.store.ts';
import { decide } from './decide.ts';
import { insertNotify } from './notifies.store.ts';
import { dialects } from './dialects/dialects.ts';
import type { Act } from './scenarios.ts';

async function performAct(client: pg.PoolClient, charge: Charge, act: Act, now: Date, speed: number) {
  const decision = decide(charge, act, now);
  const after: Charge = { ...charge, ...decision.change };
  if (decision.change) await saveChange(client, charge.id, decision.change);
  if (decision.entry) await insertEntry(client, charge, decision.entry, now);
  if (decision.event) {
    for (const announcement of act.announce) {
      const wrongSignature = announcement.wrongSignature === true;
      const told = dialects[charge.dialect].tell(after, decision.event, wrongSignature);
      if (told === null) continue;
      await insertNotify(client, {
        chargeId: charge.id,
        eventId: told.eventId,
        targetUrl: charge.notifyUrl,
        body: told.body,
        wrongSignature,
        dueAt: new Date(now.getTime() + announcement.afterMs / speed),
      });
    }
  }
  return after;
}

/** Performs the due steps of one charge, and answers the charge as it is then. One transaction: all or nothing. */
export function performDueSteps(
  bank: { pool: pg.Pool; clock: BankClock; speed: number },
  chargeId: bigint,
): Promise<Charge> {
  return inTransaction(bank.pool, async (client) => {
    let charge = await lockCharge(client, chargeId);
    const now = bank.clock.now();
    for (const act of await takeDueSteps(client, chargeId, now)) {
      charge = await performAct(client, charge, act, now, bank.speed);
    }
    return charge;
  });
}
