import { merchantTimestampWindowS, merchantV1TimestampWindowS } from '@suanpan/domain/limits';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { sweepNonces, sweepUsage } from './admission.store.ts';

const batchLimit = 20_000;
/** A request stays fresh on both sides of the clock; after that its timestamp refuses it, whatever its nonce. */
const keptS = 2 * Math.max(merchantTimestampWindowS, merchantV1TimestampWindowS) + 60;

/** Forgets the nonces that nobody can use again, and old counters. For the sweep of each minute. */
export async function sweepAdmissions(db: Kysely<Tables>): Promise<void> {
  while ((await sweepNonces(db, keptS, batchLimit)) === BigInt(batchLimit));
  await sweepUsage(db);
}
