import { Refusal } from '@suanpan/domain/errors';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import { z } from 'zod';
import { errorCode } from '../../../platform/db/database-error.ts';
import { refuseBlocked } from '../../approvals/index.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { barredOf } from '../hand/barred-of.ts';
import { blockedOnPayouts } from '../hand/blocked-actions.ts';
import { lockPayout } from '../hand/by-hand.store.ts';
import { othersHandState } from './name-once.ts';
import { sayUnsent } from './unsent.store.ts';

/** The payout, which of its sendings, and where it goes. */
const payload = z.strictObject({
  order_id: z.string(),
  attempt: z.string(),
  becomes: z.enum(['queued', 'rejected']),
});
export type NotSent = z.output<typeof payload>;

/** Raised by the door for a person who may not say so. */
const notAllowedState = 'LG403';

/** A payout over a chain was never sent: always the platform's to say, always two of it, and the chain agrees or does not. */
export const notSentAct: ApprovalAct<NotSent> = {
  name: 'payouts.notSent',
  payload,
  async preview(tx, { attempt, becomes, order_id }) {
    const order = await lockPayout(tx, BigInt(order_id));
    if (order === undefined) throw new Refusal('notFound');
    if (
      order.stage !== 'claimed' ||
      String(order.attempt_no) !== attempt ||
      !isPayoutNetwork(order.bank_code)
    ) {
      throw new Refusal('invalidState');
    }
    await refuseBlocked(tx, blockedOnPayouts, order.id, 'notSent', 'payouts.notSent');
    return {
      subject: { kind: 'payout', id: order_id, label: order.order_no },
      agentId: null,
      barred: await barredOf(tx, order),
      // To the queue it stays what it is.
      rows: [
        {
          field: 'status',
          before: order.status,
          after: becomes === 'rejected' ? 'rejected' : order.status,
        },
      ],
    };
  },
  async perform(tx, { becomes, order_id }, by) {
    try {
      if (!(await sayUnsent(tx, BigInt(order_id), becomes, by))) throw new Refusal('invalidState');
    } catch (error) {
      if (errorCode(error) === othersHandState) throw new Refusal('inOthersHand', { params: { name: '' } });
      throw errorCode(error) === notAllowedState ? new Refusal('ownSubmission') : error;
    }
  },
};
