import type { ReceiptRow } from '@suanpan/contract/endpoints/receipts';
import { formatLedger } from '@suanpan/money/amount';
import type { Actor } from '../../../platform/http/actor.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { WaitingActs } from '../../approvals/index.ts';
import type { ListedReceipt } from './receipts.queries.ts';

export function presentReceipt(row: ListedReceipt, actor: Actor, waiting: WaitingActs): ReceiptRow {
  const actions = actionsOf(row, actor);
  const amount = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    kind: 'receipt',
    id: String(row.id),
    no: row.provider_ref,
    channel_account: { id: String(row.channel_account_id), name: row.account_name },
    currency: row.currency,
    amount: amount(row.amount),
    left: amount(row.left),
    // Who may see receipts stands at the head of a tree, and knows its people.
    payer: row.payer,
    last5: row.last5,
    reason: row.reason,
    stage: null,
    received_at: row.received_at.toISOString(),
    age_s: row.age_s,
    closed_at: row.closed_at?.toISOString() ?? null,
    order:
      row.order_id === null
        ? null
        : {
            id: String(row.order_id),
            no: row.order_no ?? '',
            merchant_order_no: row.merchant_order_no ?? '',
            status: row.order_status ?? 'abnormal',
            amount: amount(row.order_amount ?? 0n),
            customer: { id: String(row.customer_id), name: row.customer_name ?? '' },
          },
    claimed_by: row.locked_by === null ? null : { id: String(row.locked_by), name: row.locked_by_name ?? '' },
    lock_until: row.lock_until?.toISOString() ?? null,
    ...toldWaiting(waiting, row.id, actions),
    actions,
  };
}

function actionsOf(row: ListedReceipt, { permissions, userId }: Actor): ReceiptRow['actions'] {
  if (row.closed_at !== null || (row.locked_by !== null && row.locked_by !== userId)) return [];
  const acts = [
    row.locked_by === null ? 'claim' : 'release',
    'match',
    ...(row.restorable === null ? [] : ['restore' as const]),
    'sendBack',
  ] as const;
  return acts.filter((act) => permissions.has(`claimOrder.${act}`));
}
