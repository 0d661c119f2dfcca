import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import { inOrderScope } from '../../orders/index.ts';
import { foundOrRecalled } from '../../archive/index.ts';
import type { PayoutRow } from '../payouts.queries.ts';

export interface TransferSaid {
  readonly thirdPartyNo: string | null;
  readonly slip: string | null;
}

/** A payout under its lock, brought back where it is archived. */
export async function lockPayout(tx: Tx, orderId: bigint): Promise<PayoutRow | undefined> {
  return foundOrRecalled(tx, 'payout', orderId, () =>
    tx.selectFrom('payout_order').selectAll().where('id', '=', orderId).forNoKeyUpdate().executeTakeFirst(),
  );
}

/** Books that a payout was paid by hand; false where its state does not allow it. The door refuses (LG403) whoever may not say so. */
export async function payByHand(
  tx: Tx,
  orderId: bigint,
  { thirdPartyNo, slip }: TransferSaid,
  by: ApprovalBy,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_paid_by_hand(${orderId}, ${thirdPartyNo}, ${slip}, ${by.makerId}, ${by.approvalId}, ${by.reason},
      ${by.requestId}) AS done`.execute(tx);
  afterCommit(tx, wakeRelays);
  return rows[0]?.done === true;
}

/** Keeps that somebody says a payout came back; false where it is not paid, or somebody said so before. */
export async function askReturn(
  tx: Tx,
  orderId: bigint,
  by: { readonly actorId: bigint; readonly reason: string; readonly requestId: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_ask_return(${orderId}, ${by.actorId}, ${by.reason}, ${by.requestId}) AS done`.execute(tx);
  return rows[0]?.done === true;
}

/** What was said of a payout that was paid by hand. */
export async function saidOf(db: Kysely<Tables>, orderId: bigint) {
  return db
    .selectFrom('payout_by_hand')
    .select(['third_party_no', 'slip'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

/** Which slips `s` somebody may see: any for the platform, which decides with it; for others that of a payout in their tree. */
export const isShownSlip = (scope: Scope): RawBuilder<unknown> =>
  scope.kind === 'platform'
    ? sql`true`
    : sql`EXISTS (
        SELECT FROM payout_by_hand h JOIN payout_order o ON o.id = h.order_id
        WHERE h.slip = s.hash AND ${inOrderScope(scope)})`;
