import { Refusal } from '@suanpan/domain/errors';
import { openClaimsPerPerson } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { ActingBy } from '../accounts/accounts.store.ts';

/** Who does it, why, and who agreed: the approval that he carries out, null where nobody else was asked. */
interface AgreedBy {
  readonly makerId: bigint;
  readonly approvalId: bigint | null;
  readonly reason: string;
  readonly requestId: string;
}

/** How many somebody has in hand that wait for nobody else. */
export async function heldBy(db: Kysely<Tables>, personId: bigint): Promise<bigint> {
  const { rows } = await sql<{ open: bigint }>`SELECT withdrawals_in_hand(${personId}) AS open`.execute(db);
  return rows[0]?.open ?? 0n;
}

/** False where it is not pending any more. Refuses `tooManyClaims` whoever has as many in hand as he may. */
export async function takeWithdrawal(tx: Tx, id: bigint, by: ActingBy): Promise<boolean> {
  // What one person has is counted by one call at a time.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`withdrawal_lock ${by.personId}`}, 0))`.execute(
    tx,
  );
  if ((await heldBy(tx, by.personId)) >= BigInt(openClaimsPerPerson)) {
    throw new Refusal('tooManyClaims', { params: { max: String(openClaimsPerPerson) } });
  }
  const { rows } = await sql<{ done: boolean }>`
    SELECT take_withdrawal(${id}, ${by.personId}, ${by.requestId}) AS done`.execute(tx);
  return told(tx, rows);
}

/** Back to pending. False where it is not in hand. */
export async function releaseWithdrawal(tx: Tx, id: bigint, by: AgreedBy): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT release_withdrawal(${id}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId}) AS done`.execute(
    tx,
  );
  return told(tx, rows);
}

/** Ends it and gives the hold back; null is the system. False where it is decided already, or another has it in hand. */
export async function endWithdrawal(
  tx: Tx,
  id: bigint,
  becomes: 'rejected' | 'cancelled',
  by: { readonly personId: bigint | null; readonly requestId: string | null; readonly reason: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT end_withdrawal(${id}, ${becomes}, ${by.personId}, ${by.reason}, ${by.requestId}) AS done`.execute(
    tx,
  );
  return told(tx, rows);
}

/** Books that it was wired; answers why not, null when it is paid. What stands against it is the second person's to weigh. */
export async function payWithdrawal(
  tx: Tx,
  id: bigint,
  { thirdPartyNo, slip }: { readonly thirdPartyNo: string; readonly slip: string | null },
  by: AgreedBy,
): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    SELECT pay_withdrawal(${id}, ${thirdPartyNo}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId},
      ${slip}) AS refusal`.execute(tx);
  afterCommit(tx, wakeRelays);
  const [row] = rows;
  if (row === undefined) throw new Error('The door of withdrawals answered nothing');
  return row.refusal;
}

/** Books that it came back. False where it is not paid. */
export async function reverseWithdrawal(tx: Tx, id: bigint, by: AgreedBy): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT reverse_withdrawal(${id}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId}) AS done`.execute(
    tx,
  );
  return told(tx, rows);
}

export async function remarkWithdrawal(tx: Tx, id: bigint, remarks: string, by: ActingBy): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT remark_withdrawal(${id}, ${remarks}, ${by.personId}, ${by.requestId}) AS done`.execute(tx);
  return told(tx, rows);
}

export interface LockedWithdrawal {
  readonly id: bigint;
  readonly no: string;
  readonly status: string;
  readonly owner_id: bigint;
  readonly currency: Currency;
  readonly made_by: bigint;
  readonly operator_id: bigint | null;
  readonly operator: string | null;
  readonly needs_second: boolean;
  /** Why it should not be paid to its owner; null where nothing says so. */
  readonly against: Against | null;
  /** Somebody says that it was wired, and nobody has decided that. */
  readonly is_said_wired: boolean;
}

/** What may stand against paying one. */
type Against = 'merchantDisabled' | 'withdrawalAccountUnverified' | 'blockedPayee' | 'receivableOutstanding';

/** The row, locked, whether paying it takes a second person, and what stands against that. */
export async function lockWithdrawal(tx: Tx, id: bigint): Promise<LockedWithdrawal | undefined> {
  const { rows } = await sql<LockedWithdrawal>`
    SELECT w.id, w.no, w.status, w.owner_id, w.currency, w.made_by, w.operator_id, op.username AS operator,
           withdrawal_needs_second(w) AS needs_second, withdrawal_stands_against(w) AS against,
           withdrawal_is_said_wired(w.id) AS is_said_wired
    FROM lock_withdrawal(${id}) w LEFT JOIN app_user op ON op.id = w.operator_id`.execute(tx);
  return rows[0];
}

/** Those whose rate is over, and those that waited three days because somebody changed what guards their applicant. */
export async function overdueWithdrawals(tx: Tx, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT w.id FROM withdrawal w
    WHERE w.status IN ('pending', 'processing')
      AND NOT withdrawal_is_said_wired(w.id)
      AND (w.rate_until <= business_now() OR (w.status = 'pending' AND w.is_cooling AND w.created_at <= business_now() - interval '72 hours'))
    ORDER BY w.id LIMIT ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Who may see slips of withdrawals: they show the platform's own bank, and it is the platform that decides with them. */
export const isShownSlip = ({ kind }: Scope): RawBuilder<unknown> => sql`${kind === 'platform'}`;

function told(tx: Tx, rows: readonly { readonly done: boolean }[]): boolean {
  afterCommit(tx, wakeRelays);
  return rows[0]?.done === true;
}
