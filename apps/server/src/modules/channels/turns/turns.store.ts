import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/** A turn of the round robin of a merchant and alias. */
export interface Turn {
  readonly customerId: bigint;
  readonly alias: string;
  /** The merchant's methods that take part, in their order, and their weights, all above 0. */
  readonly methods: readonly { readonly methodId: bigint; readonly weight: number }[];
}

const takeByName = prepared<{ drawn: bigint[] }>(
  'take_turns',
  "SELECT set_config('synchronous_commit', 'off', true), take_turns($1, $2, $3, $4, $5) AS drawn",
);

/**
 * Takes these turns and answers the method that each has drawn, as the domain draws it (routing/smooth-weighted). Turns of one
 * merchant are taken one after the other among all processes, so in a commit of their own; one that is lost in a crash of the
 * machine was an order's that nobody has either.
 */
export async function takeTurns(pool: Database['pool'], turns: readonly Turn[]): Promise<readonly bigint[]> {
  let end = 0;
  const methods = turns.flatMap((turn) => turn.methods);
  const [taken] = await takeByName(pool, [
    turns.map(({ customerId }) => customerId),
    turns.map(({ alias }) => alias),
    turns.map((turn) => (end += turn.methods.length)),
    methods.map(({ methodId }) => methodId),
    methods.map(({ weight }) => weight),
  ]);
  return taken?.drawn ?? [];
}

/** Stores the round robin's state, by method, after choices of the past. */
export async function savePollingState(
  tx: Tx,
  customerId: bigint,
  alias: string,
  turns: ReadonlyMap<bigint, number>,
): Promise<void> {
  if (turns.size === 0) return;
  await sql`
    INSERT INTO polling_state AS s (customer_id, alias, stands)
    SELECT ${customerId}, ${alias}, jsonb_object_agg(t.method_id::text, t.stands)
    FROM unnest(${[...turns.keys()]}::bigint[], ${[...turns.values()]}::int[]) AS t (method_id, stands)
    ON CONFLICT (customer_id, alias) DO UPDATE SET stands = s.stands || EXCLUDED.stands`.execute(tx);
}
