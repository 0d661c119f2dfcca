import { countedAs } from '@suanpan/domain/approvals';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import { approvalSumHours } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';
import type { ApprovalEffect } from './act.ts';

interface MovedSum {
  readonly act: ApprovalActName;
  readonly makerId: bigint;
  readonly currency: Currency;
  /** Minor units, its size. */
  readonly amount: bigint;
  readonly subject: Pick<ApprovalEffect['subject'], 'kind' | 'id'>;
}

/** What an act moves, as it is added up. */
export function movedSum(
  act: ApprovalActName,
  makerId: bigint,
  { amount, subject, sumOn = subject }: ApprovalEffect,
): MovedSum | undefined {
  if (amount === undefined) return undefined;
  const { currency, minor } = amount;
  return { act: countedAs(act), makerId, currency, amount: sizeOf(minor), subject: sumOn };
}

/** Money that is taken back is as much as money that is given. */
function sizeOf(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}

/** Acts of one kind by one person follow each other, so that none of two at once is overlooked. The first lock of all. */
export async function lockSums(tx: Tx, act: ApprovalActName, makerId: bigint): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`approval_sum ${countedAs(act)} `} || person_id, 0))
    FROM app_user WHERE id = ${makerId}`.execute(tx);
}

/**
 * What this sum comes to with what the same person moved so in the last day, or anybody on the same subject, of whom nobody else
 * moves any before the transaction ends.
 */
export async function sumWithLately(
  tx: Tx,
  { act, makerId, currency, amount, subject }: MovedSum,
): Promise<bigint> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`approval_sum ${act} on ${subject.kind} ${subject.id}`}, 0))`.execute(
    tx,
  );
  const lately = sql`act = ${act} AND currency = ${currency} AND at > now() - ${approvalSumHours} * interval '1 hour'`;
  const { rows } = await sql<{ by_person: bigint; on_subject: bigint }>`
    SELECT (SELECT coalesce(sum(amount), 0)::bigint FROM approval_sum
            WHERE person_id = (SELECT person_id FROM app_user WHERE id = ${makerId}) AND ${lately}) AS by_person,
           (SELECT coalesce(sum(amount), 0)::bigint FROM approval_sum
            WHERE subject_kind = ${subject.kind} AND subject_id = ${subject.id} AND ${lately}) AS on_subject`.execute(
    tx,
  );
  const { by_person: byPerson = 0n, on_subject: onSubject = 0n } = rows[0] ?? {};
  return amount + (byPerson > onSubject ? byPerson : onSubject);
}

/** Keeps a sum that was moved. */
export async function insertSum(
  tx: Tx,
  { act, makerId, currency, amount, subject }: MovedSum,
): Promise<void> {
  await sql`
    INSERT INTO approval_sum (act, currency, amount, person_id, subject_kind, subject_id)
    SELECT ${act}, ${currency}, ${amount}::bigint, person_id, ${subject.kind}, ${subject.id}
    FROM app_user WHERE id = ${makerId}`.execute(tx);
}
