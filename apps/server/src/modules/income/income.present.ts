import type { OutputOf } from '@suanpan/contract/endpoint';
import type { IncomeEntry, IncomeRow, incomeEntries, systemIncome } from '@suanpan/contract/endpoints/income';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../platform/db/count-of.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { EntrySum, IncomeFigures, IncomeSum, ListedEntry, ListedIncome } from './income.queries.ts';

/** A day's income as this caller may see it. */
export function presentIncome(row: ListedIncome, actor: Actor): IncomeRow {
  return {
    day: row.day,
    agent: agentOf(row),
    currency: row.currency,
    ...figuresOf(row),
    outstanding: formatLedger(row.outstanding, row.currency),
    mode: row.mode,
    actions: mayCollect(row, actor) ? ['collect'] : [],
  };
}

/** What is owed now stands in the latest row alone; nobody collects in another's name. */
function mayCollect(
  { is_latest, mode, outstanding }: ListedIncome,
  { effectiveUserId, permissions, scope, userId }: Actor,
): boolean {
  return (
    is_latest &&
    mode !== null &&
    outstanding > 0n &&
    scope.kind === 'platform' &&
    userId === effectiveUserId &&
    permissions.has('accounting.systemIncome.collect')
  );
}

export function presentIncomeSum(
  sum: IncomeSum,
): OutputOf<typeof systemIncome>['summary']['by_currency'][number] {
  return {
    currency: sum.currency,
    count: countOf(sum.count),
    ...figuresOf(sum),
    outstanding: formatLedger(sum.outstanding, sum.currency),
  };
}

export function presentEntry(row: ListedEntry): IncomeEntry {
  return {
    id: String(row.journal_id),
    at: row.posted_at.toISOString(),
    event: row.event,
    order_no: row.order_no,
    agent: agentOf(row),
    currency: row.currency,
    ...figuresOf(row),
    operator: row.operator,
    note: row.note,
  };
}

export function presentEntrySum(
  sum: EntrySum,
): OutputOf<typeof incomeEntries>['summary']['by_currency'][number] {
  return { currency: sum.currency, count: countOf(sum.count), ...figuresOf(sum) };
}

const agentOf = (row: { readonly agent_id: bigint; readonly agent_name: string | null }) =>
  row.agent_name === null ? null : { id: String(row.agent_id), name: row.agent_name };

const figuresOf = ({ accrued, collected, currency, reversed }: IncomeFigures) => ({
  accrued: formatLedger(accrued, currency),
  reversed: formatLedger(reversed, currency),
  collected: formatLedger(collected, currency),
});
