import type { PrivateTransferRow } from '@suanpan/contract/endpoints/private-transfers';
import { formatLedger } from '@suanpan/money/amount';
import type { Actor } from '../../../platform/http/actor.ts';
import type { ListedTransfer, Wire } from './private.queries.ts';

export const wireOf = (row: ListedTransfer): Wire => ({
  id: row.id,
  nameMark: row.name_mark,
  last5: row.last5,
  currency: row.currency,
  amount: row.amount,
  paidAt: row.paid_at,
});

export function presentTransfer(
  row: ListedTransfer,
  matches: PrivateTransferRow['matches'],
  { permissions }: Actor,
): PrivateTransferRow {
  return {
    id: String(row.id),
    customer:
      row.customer_id === null ? null : { id: String(row.customer_id), name: row.customer_name ?? '' },
    real_name: row.real_name,
    last5: row.last5,
    amount: formatLedger(row.amount, row.currency),
    currency: row.currency,
    paid_at: row.paid_at.toISOString(),
    note: row.note,
    matches,
    operator: row.operator,
    created_at: row.created_at.toISOString(),
    actions: permissions.has('collections.private.delete') ? ['delete'] : [],
  };
}
