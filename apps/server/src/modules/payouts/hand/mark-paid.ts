import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import { errorCode, isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { nameSlip } from '../../orders/index.ts';
import { barredOf } from './barred-of.ts';
import { lockPayout, payByHand } from './by-hand.store.ts';

/** The payout, and by what its transfer is known: one of both at the least. */
const payload = z.strictObject({
  order_id: z.string(),
  third_party_no: z.string().nullable(),
  slip: z.string().nullable(),
});
export type MarkPaid = z.output<typeof payload>;

const decidable: ReadonlySet<string | null> = new Set(['queued', 'claimed', 'submitted', 'unknown']);
/** Of a number or a slip that paid something before. */
const payOnce = ['paid_proof_once', 'paid_proof_transaction', 'payout_by_hand_number', 'payout_by_hand_slip'];
/** Raised by the door for a person who may not say so. */
const notAllowedState = 'LG403';

/** J5 without the provider's word: always the platform's, and always two of it (domain §3). */
export const markPaidAct: ApprovalAct<MarkPaid> = {
  name: 'payouts.markPaid',
  payload,
  async preview(tx, { order_id, third_party_no, slip }) {
    const order = await lockPayout(tx, BigInt(order_id));
    if (order === undefined) throw new Refusal('notFound');
    if (!decidable.has(order.stage)) throw new Refusal('invalidState');
    if (slip !== null && !(await nameSlip(tx, slip))) throw new Refusal('fileExpired');
    return {
      subject: { kind: 'payout', id: order_id, label: order.order_no },
      agentId: null,
      barred: await barredOf(tx, order),
      rows: [
        { field: 'status', before: order.status, after: 'paid' },
        ...(third_party_no === null
          ? []
          : [{ field: 'provider_order_no' as const, before: null, after: third_party_no }]),
        ...(slip === null ? [] : [{ field: 'slip' as const, before: null, after: slip }]),
      ],
    };
  },
  async perform(tx, { order_id, third_party_no, slip }, by) {
    try {
      const said = { thirdPartyNo: third_party_no, slip };
      if (!(await payByHand(tx, BigInt(order_id), said, by))) throw new Refusal('invalidState');
    } catch (error) {
      if (payOnce.some((key) => isUniqueViolation(error, key))) throw new Refusal('alreadyPosted');
      throw errorCode(error) === notAllowedState ? new Refusal('ownSubmission') : error;
    }
  },
};
