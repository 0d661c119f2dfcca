import type { WallClock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Loop } from '../../platform/loop.ts';
import type { Module } from '../../platform/module.ts';
import { bindAudit } from './audit.routes.ts';
import { openHeads } from './chain/heads.ts';
import { openProofRuns } from './chain/proof-runs.ts';
import { startSealing } from './chain/seal-loop.ts';
import { verifyWork } from './chain/verify-work.ts';

export interface AuditDeps {
  readonly db: Database;
  readonly vault: Vault;
  /** Of the heads; better on another disk than the database. */
  readonly folder: string;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Audit extends Module {
  /** Begins to seal what is written. */
  seal(): Loop;
  /** Resolves when the verifications that were started here have ended; before the pools close. */
  settled(): Promise<void>;
}

export function openAudit({ folder, ...deps }: AuditDeps): Audit {
  const heads = openHeads({ folder, vault: deps.vault });
  const runs = openProofRuns({ ...deps, heads });
  return {
    bind: (app) => bindAudit(app, { db: deps.db, runs }),
    works: [verifyWork(runs)],
    seal: () => startSealing({ ...deps, heads }),
    settled: runs.settled,
    stop: runs.settled,
  };
}
