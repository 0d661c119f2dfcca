import type { Vault } from '../../../platform/crypto/vault.ts';
import type { WallClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log.ts';
import { startLoop } from '../../../platform/loop.ts';
import type { Loop } from '../../../platform/loop.ts';
import { chainEnd } from './chain.queries.ts';
import type { ChainEnd } from './chain.queries.ts';
import type { Heads } from './heads.ts';
import { sealAudit } from './seal-audit.ts';

const pauseMs = 1_000;
const keepEveryMs = 1_000;
const tellEveryMs = 60_000;

/**
 * Seals what was written each second, in whichever process comes first. The head goes outside the database at once,
 * into the file of heads, and once a minute into the log: a chain that is cut off or made anew later no longer ends
 * in a head that is known.
 */
export function startSealing(deps: {
  db: Database;
  vault: Vault;
  heads: Heads;
  clock: WallClock;
  log: Log;
}): Loop {
  const { db, vault, heads, clock, log } = deps;
  let keptAtMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  /** A head that is not kept yet; at the start the chain's, whose process may have died between the two. */
  let end: ChainEnd | undefined;
  let isFresh = true;

  async function keep(): Promise<void> {
    if (end === undefined || end.id === 0n) return;
    await heads.append({ block: end.id, head: end.head, at: end.sealed_at });
    keptAtMs = clock.monotonicMs();
    if (keptAtMs - toldAtMs >= tellEveryMs) {
      toldAtMs = keptAtMs;
      log.info({ block: end.id.toString(), head: end.head }, 'the log and the books were sealed');
    }
    end = undefined;
  }

  return startLoop({
    name: 'audit seal',
    pauseMs,
    log,
    async run() {
      if (isFresh) end = await chainEnd(db.workers);
      isFresh = false;
      // Blocks that were not full took all there was; what comes meanwhile waits for the next second.
      for (let isFull = true; isFull;) {
        const sealing = await sealAudit(db, vault);
        isFull = sealing?.isFull === true;
        end = sealing?.end ?? end;
        if (clock.monotonicMs() - keptAtMs >= keepEveryMs) await keep();
      }
      await keep();
    },
  });
}
