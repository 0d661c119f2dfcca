import { sql } from 'kysely';
import { Refusal } from '@suanpan/domain/errors';
import { isUniqueViolation } from '../../platform/db/database-error.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { ownedBy } from './entries.queries.ts';
import type { EntryKind } from './entries.queries.ts';

export interface NewEntry {
  readonly kind: EntryKind;
  readonly agentId: bigint | null;
  readonly value: string;
  readonly shown: string;
  readonly note: string;
  readonly createdBy: bigint;
}

/** Refuses `alreadyInList` for what the same list holds. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<bigint> {
  try {
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO block_entry (kind, agent_id, value, shown, note, created_by, created_at)
      VALUES (${entry.kind}, ${entry.agentId}, ${entry.value}, ${entry.shown}, ${entry.note}, ${entry.createdBy},
              business_now())
      RETURNING id`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('The entry was not written');
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'block_entry_once')) throw new Refusal('alreadyInList');
    throw error;
  }
}

export interface RemovedEntry {
  readonly kind: EntryKind;
  readonly shown: string;
  readonly note: string;
}

/** Takes an entry of the caller's own off its list; undefined where he has none of that id. */
export async function deleteEntry(
  tx: Tx,
  scope: Scope,
  id: bigint,
  kinds: readonly EntryKind[],
): Promise<RemovedEntry | undefined> {
  const { rows } = await sql<RemovedEntry>`
    DELETE FROM block_entry e
    WHERE e.id = ${id} AND e.kind = ANY (${[...kinds]}::text[]) AND ${ownedBy(scope)}
    RETURNING e.kind, e.shown, e.note`.execute(tx);
  return rows[0];
}
