import type { WallClock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { startLoop } from '../../platform/loop.ts';
import type { Loop } from '../../platform/loop.ts';
import { blockRows, sealAudit } from './seal-audit.ts';

const pauseMs = 1_000;
const tellEveryMs = 60_000;

/**
 * Seals what was written each second, in whichever process comes first. The log stands outside the database, so the
 * head goes there once a minute: a chain that is cut off later no longer ends in a head that is known.
 */
export function startSealing(deps: { db: Database; vault: Vault; clock: WallClock; log: Log }): Loop {
  const { db, vault, clock, log } = deps;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return startLoop({
    name: 'audit seal',
    pauseMs,
    log,
    async run() {
      // A block that was not full took all there was; what comes meanwhile waits for the next second.
      for (let isFull = true; isFull;) {
        const sealing = await sealAudit(db, vault);
        isFull = sealing?.rows === blockRows;
        const nowMs = clock.monotonicMs();
        if (sealing === undefined || nowMs - toldAtMs < tellEveryMs) continue;
        toldAtMs = nowMs;
        log.info({ head: sealing.head }, 'the audit log was sealed');
      }
    },
  });
}
