import { onlyOne } from '../../platform/db/only-one.ts';
import { startLoop } from '../../platform/loop.ts';
import { probeChannels } from './health/probe-channels.ts';
import type { ProbeDeps } from './health/probe-channels.ts';
import { finishReservations } from './limits/reservations.store.ts';

const reservationsPauseMs = 2_000;
const probesPauseMs = 15_000;

/** What channels have used of their limits, and whether their providers answer, each by one process at a time. */
export function startChannelJobs(deps: ProbeDeps): { stop(): Promise<void> } {
  const { db, log } = deps;
  const loops = [
    startLoop({
      name: 'channels.reservations',
      pauseMs: reservationsPauseMs,
      log,
      run: () => onlyOne(db.pools.turns, 'channels.reservations', () => finishReservations(db.workers)),
    }),
    startLoop({
      name: 'channels.probe',
      pauseMs: probesPauseMs,
      log,
      run: () => onlyOne(db.pools.turns, 'channels.probe', () => probeChannels(deps)),
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
