import type { MerchantRefund } from '@suanpan/contract/merchant/v2';
import { formatMerchant } from '@suanpan/money/amount';
import type { OwnRefund } from '../../collections/index.ts';
import { instant } from '../collection.present.ts';

/** A refund as its merchant reads it. One that people entered has no number of his, and no reason of theirs is told. */
export function presentOwnRefund(row: OwnRefund): MerchantRefund {
  return {
    id: `rfd_${row.id}`,
    refund_no: row.merchant_refund_no,
    kind: row.kind,
    collection_id: `col_${row.order_id}`,
    order_no: row.merchant_order_no,
    currency: row.currency,
    amount: formatMerchant(row.amount, row.currency),
    status: row.status,
    reason: row.merchant_refund_no === null ? null : row.reason,
    created_at: instant(row.created_at),
    completed_at: row.completed_at === null ? null : instant(row.completed_at),
  };
}
