import type { ReadFrom, ReplicaFault } from '@suanpan/contract/read-from';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

/** A reading, and from where it came, as answers say it: nothing where no replica is set. */
export interface Told<T> {
  readonly value: T;
  readonly told: { readonly read_from?: ReadFrom };
}

export type ReadFigures = <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<Told<T>>;

export interface ReplicaState {
  /** Null while it is read from. */
  readonly fault: ReplicaFault | null;
  /** By how much it may be behind the primary; null before it was ever known. */
  readonly lagMs: number | null;
}

/**
 * Where reports read: from a replica where one is set and fit, else from the primary. For what is looked at alone: money, rights and
 * sessions are decided on the primary, whatever a replica says.
 */
export interface Figures {
  /** Reads figures, which may be as old as the replica may lag. `work` only reads, and is done again on the primary if the replica fails it. */
  readonly read: ReadFigures;
  /**
   * For a file that is read in many steps: what it reads has all that was committed before this call, and no step is older than
   * the one before. Waits a few seconds at most for a replica to have it.
   */
  whole(): Promise<ReadFigures>;
  /** Undefined where no replica is set. */
  state(): ReplicaState | undefined;
  stop(): Promise<void>;
}

/** All from the primary. */
export function figuresOf(primary: Kysely<Tables>): Figures {
  const read: ReadFigures = async (work) => ({ value: await work(primary), told: {} });
  return { read, whole: async () => read, state: () => undefined, stop: async () => {} };
}
