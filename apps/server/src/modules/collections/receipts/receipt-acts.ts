import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import type { ApprovalAct } from '../../approvals/index.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { endReceipt } from '../supply/supply.store.ts';
import { openReceipt, receiptLocks } from './receipts.queries.ts';
import type { ListedReceipt } from './receipts.queries.ts';

const number = z.string().regex(/^[1-9]\d{0,18}$/);
const ended = z.strictObject({
  receipt_id: number,
  /** Minor units, as the maker saw it. */
  amount: z.string().regex(/^\d{1,18}$/),
  provider_ref: z.string().min(1).max(128).nullable(),
  /** Who asked, whose own claim does not stand in his way. */
  maker_id: number,
});
type EndedReceipt = z.output<typeof ended>;

function endActOf(kind: 'sendBack' | 'restore'): ApprovalAct<EndedReceipt> {
  return {
    name: `receipts.${kind}`,
    payload: ended,
    async preview(tx, { amount, maker_id, provider_ref, receipt_id }) {
      const receipt = await lockOpen(tx, BigInt(receipt_id), BigInt(maker_id));
      const moved = kind === 'restore' ? receipt.restorable : receipt.left;
      if (moved === null) throw new Refusal('invalidState');
      if (moved !== BigInt(amount)) throw new Refusal('staleEdit');
      return {
        subject: { kind: 'receipt', id: receipt_id, label: receipt.provider_ref },
        agentId: receipt.agent_id,
        ...(receipt.customer_id !== null && { barred: [receipt.customer_id] }),
        amount: { currency: receipt.currency, minor: moved },
        rows: [
          { field: 'amount', before: null, after: formatLedger(moved, receipt.currency) },
          ...(provider_ref === null
            ? []
            : [{ field: 'provider_order_no' as const, before: null, after: provider_ref }]),
        ],
      };
    },
    async perform(tx, { provider_ref, receipt_id }, by) {
      return { journalId: await endReceipt(tx, BigInt(receipt_id), kind, provider_ref, by) };
    },
  };
}

/** J22: back to its payer, where no order takes it. */
export const sendBackAct = endActOf('sendBack');
/** To whoever had paid for its order before it came. */
export const restoreAct = endActOf('restore');

/** Refuses `receiptTaken` for one that is used up and `orderLocked` while somebody else has it to himself. Its door locks it. */
async function lockOpen(tx: Tx, id: bigint, makerId: bigint): Promise<ListedReceipt> {
  const receipt = await openReceipt(tx, everywhere, id);
  if (receipt === undefined) throw new Refusal('receiptTaken');
  await receiptLocks.refuseLockedByAnother(tx, id, makerId);
  return receipt;
}

/** Whose it is was looked at when it was asked for; the mechanism holds the maker against the tree once more. */
const everywhere = { kind: 'platform' } as const;
