import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { ErrorName } from '@suanpan/domain/errors';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { recallOrders } from '../../archive/index.ts';

/** Who did it; the system where nobody is named. */
export interface EndedBy {
  readonly actorId?: bigint | null;
  readonly requestId?: string | null;
}

export interface Ending extends EndedBy {
  readonly becomes: 'rejected' | 'verify_failed';
  readonly act: 'payout.reject' | 'payout.cancel' | 'payout.verifyFailed';
  readonly why: ErrorName;
}

/**
 * Ends a payout unpaid and gives its hold back. False, and nothing changes, where it is not processing, or a provider may
 * have it.
 */
export async function rejectPayout(db: Kysely<Tables>, orderId: bigint, ending: Ending): Promise<boolean> {
  const { actorId = null, requestId = null } = ending;
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_reject(${orderId}, ${ending.becomes}, ${ending.act}, ${ending.why}, ${actorId}, ${requestId}) AS done`.execute(
    db,
  );
  wakeRelays();
  return rows[0]?.done === true;
}

/** Books that a paid payout came back, from the archive too; false where it is not paid, and where that was booked before. */
export async function reversePayout(
  db: Kysely<Tables>,
  orderId: bigint,
  returned: { readonly amount: bigint; readonly providerOrderNo: string } & EndedBy,
): Promise<boolean> {
  const { actorId = null, requestId = null } = returned;
  const isDone = await bookEnded(
    db,
    orderId,
    sql`payout_reverse(${orderId}, ${returned.amount}, ${returned.providerOrderNo}, 'channelError', ${actorId}, ${requestId})`,
  );
  wakeRelays();
  return isDone;
}

/** Books that a payout was paid after its hold was given back, from the archive too; false where it is not rejected. */
export async function payLate(
  db: Kysely<Tables>,
  orderId: bigint,
  paid: {
    readonly amount: bigint;
    readonly channelAccountId: bigint;
    readonly providerOrderNo: string;
    readonly requestId: string | null;
  },
): Promise<boolean> {
  const isDone = await bookEnded(
    db,
    orderId,
    sql`payout_paid_late(${orderId}, ${paid.amount}, ${paid.channelAccountId}, ${paid.providerOrderNo}, ${paid.requestId})`,
  );
  wakeRelays();
  return isDone;
}

/** What the door of a payout that is over answers. One that has left for the archive is brought back, and stays until it is booked. */
const bookEnded = (db: Kysely<Tables>, orderId: bigint, door: RawBuilder<unknown>): Promise<boolean> =>
  transact(db, async (tx) => {
    const ask = async (): Promise<boolean> => {
      const { rows } = await sql<{ done: boolean }>`SELECT ${door} AS done`.execute(tx);
      return rows[0]?.done === true;
    };
    return (await ask()) || ((await recallOrders(tx, 'payout', [orderId])) > 0 && ask());
  });
