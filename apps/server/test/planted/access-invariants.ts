import { generateSecret } from 'otplib';
import { openIdentity, spendStepUp } from '../../src/modules/identity/index.ts';
import { wallClock } from '../../src/platform/clock.ts';
import { hashPassword } from '../../src/platform/crypto/passwords.ts';
import { transact } from '../../src/platform/db/transact.ts';
import { askRow } from '../authorization/ask-row.ts';
import { gather } from '../authorization/cast.ts';
import { administrationRows } from '../authorization/rows/administration.ts';
import { watchWrites } from '../authorization/watch-writes.ts';
import { actorOf } from '../http.ts';
import { codeOfStep, stepAt } from '../one-time-code.ts';
import { openHouse } from '../open-house.ts';
import { createTenant } from '../tenant.ts';
import type { Invariant } from './invariants.ts';

const paymentPassword = 'a payment password';

/** A code of the authenticator pays once (C12). */
export const codesCountOnce: Invariant = async ({ base, rooms }) => {
  const { database: db, log, vault } = base;
  const secret = generateSecret();
  const { agentId } = await createTenant(base, {
    provider: rooms.bank,
    agent: {
      totp_sealed: vault.seal(secret, 'app_user.totp'),
      totp_bound_at: new Date(),
      payment_password_hash: await hashPassword(paymentPassword),
    },
  });
  const identity = openIdentity({ db, vault, clock: wallClock, config: { demo: false }, log });
  const actor = actorOf('agent', agentId);
  const oneCode = codeOfStep(secret, stepAt(wallClock.now()));
  const spent = [];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const proven = await identity.proveStepUp(actor, { paymentPassword, oneCode });
    spent.push(
      await transact(db.app, (tx) => spendStepUp(tx, proven)).then(
        () => true,
        () => false,
      ),
    );
  }
  const times = spent.filter(Boolean).length;
  return times === 1 ? [] : [`one code was spent ${times} times`];
};

/** The audit log is read by whoever has the right to, as the authorization table says (C1, C2). */
export const logsAskForTheirRight: Invariant = async ({ base }) => {
  const house = await openHouse(base);
  const cast = await gather(house);
  const watch = await watchWrites(base.admin);
  const row = administrationRows.find(({ call }) => call === 'GET /admin/operationLogs');
  return row === undefined ? ['the row is gone'] : askRow(house, cast, watch, row);
};
