import type { PrepareOptions } from '../../../platform/db/prepare.ts';
import type { SealedBlock } from './block.ts';
import { instantFormat } from './chain.queries.ts';

type Client = Parameters<NonNullable<PrepareOptions['refuse']>>[0];

/** The first block and the last; none before the chain has begun, or before there is a place for it. */
export async function blockEnds(client: Client): Promise<SealedBlock[]> {
  const { rows: there } = await client.query(
    "SELECT FROM pg_class WHERE oid = to_regclass('public.audit_seal')",
  );
  if (there.length === 0) return [];
  const { rows } = await client.query<SealedBlock>(
    `SELECT b.id, b.source, to_char(b.sealed_at AT TIME ZONE 'UTC', $1) AS sealed_at, b.horizon::text, b.top, b.ids::text,
            b.awaited::text, b.given_up::text, b.digest, b.prints, b.previous, b.head
     FROM public.audit_seal b
     WHERE b.id IN ((SELECT min(id) FROM public.audit_seal), (SELECT max(id) FROM public.audit_seal))`,
    [instantFormat],
  );
  return rows;
}
