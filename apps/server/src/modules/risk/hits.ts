import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { recordAudit } from '../audit/index.ts';
import { addHits } from './hits.store.ts';

/** Somebody was kept out. */
export interface Hit {
  readonly entryId: bigint;
  readonly act: 'addressBlocked' | 'blockedPayer';
  readonly ip: string | null;
}

const quietMs = 60_000;
const addressesMost = 10_000;

/**
 * Counts in memory whom the lists kept out, so that a flood costs a blocked caller's patience and not the database's.
 * `flush` writes the counts, and one audit row an address and minute.
 */
export function countHits(nowMs: () => number) {
  const counts = new Map<bigint, number>();
  const told = new Map<string, number>();
  const untold = new Map<string, Hit>();
  return {
    note(hit: Hit): void {
      counts.set(hit.entryId, (counts.get(hit.entryId) ?? 0) + 1);
      const subject = `${hit.act} ${hit.ip ?? hit.entryId}`;
      if (nowMs() - (told.get(subject) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
      if (told.size >= addressesMost) told.clear();
      told.set(subject, nowMs());
      untold.set(subject, hit);
    },
    async flush(db: Kysely<Tables>): Promise<void> {
      if (counts.size === 0) return;
      const [hits, news] = [new Map(counts), [...untold.values()]];
      counts.clear();
      untold.clear();
      await addHits(db, hits);
      for (const { act, entryId, ip } of news) {
        await recordAudit(db, {
          actorId: null,
          act,
          objectKind: 'block_entry',
          objectId: String(entryId),
          outcome: 'denied',
          ...(ip !== null && { ip }),
        });
      }
    },
  };
}
