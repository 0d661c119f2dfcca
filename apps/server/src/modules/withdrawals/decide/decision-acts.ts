import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { refuseBlocked } from '../../approvals/index.ts';
import type { ApprovalAct, ApprovalBy, ApprovalEffect } from '../../approvals/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import { nameSlip } from '../../orders/index.ts';
import { slipNumber } from '../slip-number.ts';
import { throughDoor } from '../refusals-of-doors.ts';
import { blockedOnWithdrawals } from './blocked-actions.ts';
import { lockWithdrawal, payWithdrawal, releaseWithdrawal, reverseWithdrawal } from './decide.store.ts';
import type { LockedWithdrawal } from './decide.store.ts';

const payload = z.strictObject({ withdrawal_id: z.string() });
/** Without a number its slip stands for it. */
const payment = payload.extend({ third_party_no: z.string(), slip: z.string().optional() });
type Payment = z.output<typeof payment>;
type Locked = Pick<LockedWithdrawal, 'against' | 'currency' | 'owner_id'>;

/** Why a payment is not booked; nothing else comes out of the database. */
const refusals = [
  'alreadyPosted',
  'fileExpired',
  'invalidState',
  'staleEdit',
] as const satisfies readonly ErrorName[];

/** Books the payment. Refuses what is not as it has to be, and `alreadyPosted` for a number that paid something before. */
export async function payThroughDoor(
  tx: Tx,
  { withdrawal_id, third_party_no, slip }: Payment,
  by: Pick<ApprovalBy, 'makerId' | 'approvalId' | 'reason' | 'requestId'>,
): Promise<void> {
  try {
    const refusal = await throughDoor(
      payWithdrawal(tx, BigInt(withdrawal_id), { thirdPartyNo: third_party_no, slip: slip ?? null }, by),
      'ownSubmission',
    );
    const name = refusals.find((each) => each === refusal);
    if (name !== undefined) throw new Refusal(name);
    if (refusal !== null) throw new Error(`The database refuses a payment for ${refusal}`);
  } catch (error) {
    const isUsed = ['paid_proof_once', 'paid_proof_transaction'].some((key) => isUniqueViolation(error, key));
    throw isUsed ? new Refusal('alreadyPosted') : error;
  }
}

/** Refuses what stands against paying one: whoever takes it wires it next. What comes up after that is told to a second person. */
export async function refuseAgainst(tx: Tx, { against, currency, owner_id: ownerId }: Locked): Promise<void> {
  if (against === null) return;
  const held = (await balancesOf(tx, ownerId)).find((each) => each.currency === currency);
  throw new Refusal(against, { params: { amount: formatLedger(-(held?.byKind.A130 ?? 0n), currency) } });
}

/** J7 and J8 above what may be approved by itself, and what should not be paid to its owner any more when it was wired. */
export const markPaidAct: ApprovalAct<Payment> = {
  name: 'withdrawals.markPaid',
  payload: payment,
  async preview(tx, paid) {
    const effect = await effectOf(tx, paid.withdrawal_id, 'processing', 'paid');
    const { slip, third_party_no: number } = paid;
    if (slip !== undefined && !(await nameSlip(tx, slip))) throw new Refusal('fileExpired');
    const said = [
      ...(number === slipNumber(slip)
        ? []
        : [{ field: 'provider_order_no' as const, before: null, after: number }]),
      ...(slip === undefined ? [] : [{ field: 'slip' as const, before: null, after: slip }]),
    ];
    return { ...effect, rows: [...effect.rows, ...said] };
  },
  perform: (tx, paid, by) => payThroughDoor(tx, paid, by),
};

/** J7r: the bank sent it back. */
export const reverseAct: ApprovalAct<z.output<typeof payload>> = {
  name: 'withdrawals.reverse',
  payload,
  preview: (tx, { withdrawal_id }) => effectOf(tx, withdrawal_id, 'paid', 'reversed'),
  async perform(tx, { withdrawal_id }, by) {
    const isDone = await throughDoor(reverseWithdrawal(tx, BigInt(withdrawal_id), by), 'ownSubmission');
    if (!isDone) throw new Refusal('invalidState');
  },
};

/** One that another operator has in hand goes back to all. */
export const freeAct: ApprovalAct<z.output<typeof payload>> = {
  name: 'withdrawals.free',
  payload,
  async preview(tx, { withdrawal_id }) {
    const effect = await effectOf(tx, withdrawal_id, 'processing', 'pending');
    await refuseBlocked(tx, blockedOnWithdrawals, BigInt(withdrawal_id), 'update', 'withdrawals.free');
    return effect;
  },
  async perform(tx, { withdrawal_id }, by) {
    const isDone = await throughDoor(releaseWithdrawal(tx, BigInt(withdrawal_id), by), 'ownSubmission');
    if (!isDone) throw new Refusal('invalidState');
  },
};

/**
 * Refuses `invalidState` where it does not stand where the act finds it; tells what stands against one that is paid. Nobody behind the
 * applicant or the owner decides.
 */
async function effectOf(tx: Tx, id: string, from: string, to: string): Promise<ApprovalEffect> {
  const found = await lockWithdrawal(tx, BigInt(id));
  if (found === undefined) throw new Refusal('notFound');
  if (found.status !== from) throw new Refusal('invalidState');
  return {
    subject: { kind: 'withdrawal', id, label: found.no },
    agentId: null,
    barred: [found.owner_id, found.made_by],
    rows: [
      { field: 'status', before: found.status, after: to },
      ...(to === 'paid' && found.against !== null
        ? [{ field: 'against' as const, before: null, after: found.against }]
        : []),
    ],
  };
}
