import { receiptArrive } from '@suanpan/domain/journals/receipt-arrive';
import { afterCommit, transact } from '../../platform/db/transact.ts';
import { wakeRelays } from '../../platform/outbox/emit.ts';
import type { CollectionState } from '../channels/index.ts';
import { openAccounts, postJournals } from '../ledger/index.ts';
import type { OrderRow } from './collections.queries.ts';
import { insertReceipt, lockOrder, moveOrder } from './collections.store.ts';
import type { Collections } from './service.ts';

/**
 * Money came that may not be credited as it stands (another amount, too late, taken back): it is booked as an
 * unidentified receipt (L250) until a person decides, and the order says why. Never credits the merchant.
 * Idempotent by the provider's payment: the receipt's journal happens once, a second call changes nothing.
 */
export async function setAside(
  collections: Collections,
  seen: OrderRow,
  state: CollectionState,
  reason: 'amount_mismatch' | 'abnormal',
  requestId: string | null,
): Promise<void> {
  await transact(
    collections.db.app,
    async (tx) => {
      const order = await lockOrder(tx, seen.id);
      if (order === undefined || order.channel_account_id === null) return;
      if (order.status !== 'pending' && order.status !== 'expired') return;
      const channelAccountId = order.channel_account_id;
      const receiptId = await insertReceipt(tx, {
        channelAccountId,
        orderId: order.id,
        providerRef: state.providerOrderNo,
        currency: state.currency,
        amount: state.paidAmount,
        reason,
      });
      if (receiptId === null) return;
      const book = order.is_test ? 'test' : 'main';
      const { legs } = receiptArrive(state.paidAmount);
      const accountIds = await openAccounts(
        tx,
        legs.map((leg) => ({
          kind: leg.kind,
          ownerId: null,
          channelAccountId: leg.owner.type === 'channelAccount' ? channelAccountId : null,
          currency: state.currency,
          book,
        })),
      );
      const [posted] = await postJournals(tx, [
        {
          event: 'receipt.arrive',
          refId: receiptId,
          book,
          currency: state.currency,
          chain: {
            customerId: order.customer_id,
            agentId: order.agent_id,
            subAgentId: order.sub_agent_id,
            middlemanId: order.middleman_id,
          },
          actorId: null,
          requestId,
          legs: legs.map((leg, index) => ({ accountId: accountIds[index] ?? 0n, amount: leg.amount })),
        },
      ]);
      await moveOrder(
        tx,
        {
          orderId: order.id,
          from: order.status,
          to: reason,
          act: reason === 'abnormal' ? 'collection.setAside' : 'collection.mismatch',
          actorId: null,
          journalId: posted?.journalId ?? null,
          requestId,
        },
        state.paidAmount,
      );
      afterCommit(tx, wakeRelays);
    },
    { attempts: 5 },
  );
}
