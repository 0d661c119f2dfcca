import { countOf } from '../../../platform/db/count-of.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Log } from '../../../platform/log.ts';
import { chainEnd } from './chain.queries.ts';
import { closeRun, noteProgress, openRun } from './proof-run.store.ts';
import { verifyAudit } from './verify-audit.ts';
import type { AuditProof, ChainPlaces } from './verify-audit.ts';

export interface ProofRuns {
  /** Starts a verification that goes on by itself; false while one is under way anywhere. `note` joins its start. */
  start(startedBy: bigint, note: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** The same, to its end; undefined while another one is under way. */
  run(): Promise<AuditProof | undefined>;
  /** Resolves when what was started here has ended; before the pools close. */
  settled(): Promise<void>;
}

/** Verifications of the audit chain, one at a time over all processes, each with a row that tells how far it is. */
export function openProofRuns(deps: ChainPlaces & { readonly log: Log }): ProofRuns {
  const { db, log } = deps;
  const running = new Set<Promise<unknown>>();
  let isClosing = false;

  async function open(
    startedBy: bigint | null,
    note?: (tx: Tx) => Promise<void>,
  ): Promise<bigint | undefined> {
    const blocks = countOf((await chainEnd(db.reports)).id);
    return transact(db.workers, async (tx) => {
      const id = await openRun(tx, startedBy, blocks);
      if (id !== undefined) await note?.(tx);
      return id;
    });
  }

  async function verify(id: bigint): Promise<AuditProof> {
    try {
      const proof = await verifyAudit(deps, {
        onProgress: async (progress) => {
          if (isClosing) throw new Error('The server stops; the verification ends unfinished');
          await noteProgress(db.workers, id, progress);
        },
      });
      await closeRun(db.workers, id, proof);
      if (!proof.passed) log.error({ findings: proof.findings }, 'the audit chain is broken');
      return proof;
    } catch (error) {
      await closeRun(db.workers, id, null);
      throw error;
    }
  }

  function follow<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    work.catch(() => {}).finally(() => running.delete(work));
    return work;
  }

  return {
    async start(startedBy, note) {
      const id = await open(startedBy, note);
      if (id === undefined) return false;
      follow(verify(id)).catch((error: unknown) => log.warn({ err: error }, 'a verification did not finish'));
      return true;
    },
    async run() {
      const id = await open(null);
      return id === undefined ? undefined : follow(verify(id));
    },
    async settled() {
      isClosing = true;
      await Promise.allSettled(running);
    },
  };
}
