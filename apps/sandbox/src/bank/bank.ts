import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { BankClock } from './bank-clock.ts';
import { openBankClock } from './bank-clock.ts';
import { listDueCharges } from './charges.store.ts';
import { startDueLoop } from './due-loop.ts';
import type { DueLoop } from './due-loop.ts';
import type { BankEnvironment } from './bank-environment.ts';
import { createNotifier } from './notifier.ts';
import type { Notifier } from './notifier.ts';
import { findNextDue } from './notifies.store.ts';
import { performDuePayout } from './payouts/perform-payout.ts';
import { listDuePayouts } from './payouts/payouts.store.ts';
import { performDueSteps } from './perform-steps.ts';

/** What the routes of the bank work with. */
export interface Bank {
  pool: pg.Pool;
  clock: BankClock;
  system: Clock;
  secrets: ReadonlyMap<string, string>;
  /** What merchants call their accounts, by number; none where they did not say. */
  names: ReadonlyMap<string, string>;
  speed: number;
  seed: string;
  publicBase: string;
  notifier: Notifier;
  /** Looks for due work at once. */
  wake: () => void;
  /** Aborted when the program stops: nobody hangs on a slow answer then. */
  stopping: AbortSignal;
  begin: () => void;
  end: () => Promise<void>;
}

const chargesPerRound = 32;
const notifySlots = 64;

/** Puts the bank together: its clock, its sender of notifies and the loop that performs what falls due. */
export async function createBank(
  environment: BankEnvironment,
  pool: pg.Pool,
  system: Clock,
  log: FastifyBaseLogger,
): Promise<Bank> {
  const clock = await openBankClock(pool, system);
  const names = new Map(
    environment.SANDBOX_MERCHANTS.flatMap((each) =>
      each.name === undefined ? [] : [[each.merchant_no, each.name]],
    ),
  );
  const secrets = new Map(environment.SANDBOX_MERCHANTS.map((each) => [each.merchant_no, each.secret]));
  const speed = environment.SANDBOX_SPEED;
  const stop = new AbortController();
  let loop: DueLoop | undefined;
  const wake = () => loop?.wake();
  const notifier = createNotifier({
    pool,
    clock,
    system,
    secrets,
    speed,
    slots: notifySlots,
    log,
    onSlotFree: wake,
  });

  const round = async (): Promise<number | null> => {
    const due = await listDueCharges(pool, clock.now(), chargesPerRound);
    await Promise.all(due.map((chargeId) => performDueSteps({ pool, clock, speed }, chargeId)));
    const payouts = await listDuePayouts(pool, clock.now(), chargesPerRound);
    await Promise.all(payouts.map((payoutId) => performDuePayout({ pool, clock }, payoutId)));
    await notifier.sendDue();
    const nextDue = await findNextDue(pool);
    // With every slot taken, waiting is all there is to do: a slot that gets free wakes the loop.
    return nextDue && !notifier.isFull() ? nextDue.getTime() - clock.now().getTime() : null;
  };

  return {
    pool,
    clock,
    system,
    secrets,
    names,
    speed,
    seed: environment.SANDBOX_SEED,
    publicBase: environment.SANDBOX_PUBLIC_BASE,
    notifier,
    wake,
    stopping: stop.signal,
    begin: () => {
      loop = startDueLoop(round, log);
    },
    end: async () => {
      stop.abort();
      await loop?.stop();
      await notifier.close();
    },
  };
}
