import type { DrawingRow } from '@suanpan/contract/endpoints/income';
import { formatLedger } from '@suanpan/money/amount';
import type { ListedDrawing } from './drawings.queries.ts';

export function presentDrawing(row: ListedDrawing): DrawingRow {
  const money = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    id: String(row.id),
    at: row.created_at.toISOString(),
    amount: money(row.amount),
    currency: row.currency,
    to: row.payee,
    operator: row.operator,
    checker: row.checker,
    drawable_before: money(row.drawable),
    drawable_after: money(row.drawable - row.amount),
    journal_id: String(row.journal_id),
    reason: row.reason,
    status: 'done',
  };
}
