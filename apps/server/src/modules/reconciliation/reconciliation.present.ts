import type { OutputOf } from '@suanpan/contract/endpoint';
import type {
  AccountStanding,
  differences,
  DifferenceRow,
  reconciliationDays,
  ReconciliationDayRow,
} from '@suanpan/contract/endpoints/reconciliation';
import type { ResolveAct } from '@suanpan/domain/reconciliation';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countOf } from '../../platform/db/count-of.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { toldWaiting } from '../approvals/index.ts';
import type { WaitingActs } from '../approvals/index.ts';
import type { Standing } from '../ledger/index.ts';
import type { DifferenceSum, ListedDay, ListedDifference, ReconciledSum } from './reconciliation.queries.ts';

export function presentDay(row: ListedDay, { permissions }: Actor, firstOpen: string): ReconciliationDayRow {
  const isOpen = row.closed_at === null;
  const figure = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    id: String(row.id),
    channel_account: { id: String(row.account_id), name: row.account_name },
    agent: { id: String(row.agent_id), name: row.agent_name },
    provider: { id: String(row.provider_id), name: row.provider_name },
    day: row.day,
    currency: row.currency,
    state: isOpen ? 'open' : 'closed',
    lines: row.lines,
    matched: row.matched,
    open: row.open,
    open_by_type: [...row.open_by_type],
    ours: figure(row.ours),
    theirs: figure(row.theirs),
    difference: figure(row.theirs - row.ours),
    files: row.files,
    imported_at: row.imported_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_by: row.closed_by_name,
    actions: isOpen
      ? [
          ...(permissions.has('admin.reconciliation.create') ? (['import', 'match'] as const) : []),
          ...(permissions.has('admin.reconciliation.close') && row.files > 0 && row.day < firstOpen
            ? (['close'] as const)
            : []),
        ]
      : [],
  };
}

export function presentDifference(row: ListedDifference, actor: Actor, waiting: WaitingActs): DifferenceRow {
  const actions = row.act === null ? actionsOn(row, actor) : [];
  const figure = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    id: String(row.id),
    type: row.type,
    state: row.act === null ? 'open' : 'resolved',
    channel_account: { id: String(row.account_id), name: row.account_name },
    day: row.day,
    currency: row.currency,
    order:
      row.order_kind === null || row.order_id === null || row.order_no === null
        ? null
        : {
            kind: row.order_kind,
            id: String(row.order_id),
            no: row.order_no,
            status: row.order_status ?? '',
          },
    line:
      row.n === null || row.line_kind === null
        ? null
        : {
            n: row.n,
            kind: row.line_kind,
            ref: row.line_ref ?? '',
            own_no: row.line_own_no ?? '',
            at: row.line_at?.toISOString() ?? null,
            status: row.line_status ?? 'done',
          },
    booked_ref: row.booked_ref,
    ours: figure(row.ours),
    theirs: figure(row.theirs),
    difference: figure(row.theirs - row.ours),
    found_at: row.found_at.toISOString(),
    age_s: row.age_s,
    assignee:
      row.assignee_id === null ? null : { id: String(row.assignee_id), name: row.assignee_name ?? '' },
    comments: [...row.comments],
    resolution:
      row.act === null || row.resolved_at === null
        ? null
        : {
            act: row.act,
            journal_id: row.journal_id === null ? null : String(row.journal_id),
            by: row.resolved_by_name,
            at: row.resolved_at.toISOString(),
            reason: row.reason,
          },
    ...toldWaiting(waiting, row.id, actions),
    actions,
  };
}

/** What the caller may do with one that is open. */
function actionsOn(row: ListedDifference, actor: Actor): DifferenceRow['actions'] {
  if (!actor.permissions.has('admin.reconciliation.resolve')) return [];
  return [...resolvableBy(row, actor), 'assign', 'comment'];
}

/**
 * By which acts a difference can be ended by this person. What posts is the platform's: a senior agent who could book his own
 * provider's word would make money.
 */
export function resolvableBy(row: ListedDifference, { scope }: Actor): readonly ResolveAct[] {
  const isHouse = scope.kind === 'platform';
  const isArrival =
    row.type === 'theirs_only' &&
    row.direction === 'collection' &&
    row.line_kind === 'payment' &&
    row.line_ref !== null &&
    row.line_ref !== '' &&
    row.theirs > 0n;
  return [
    ...(isHouse && isArrival ? (['receipt'] as const) : []),
    ...(isHouse ? (['writeOff'] as const) : []),
    'dismiss',
  ];
}

export function presentSums(
  sums: readonly ReconciledSum[],
): OutputOf<typeof reconciliationDays>['summary']['by_currency'] {
  return sums.map(({ count, currency, ours, theirs }) => ({
    currency,
    count: countOf(count),
    ours: formatLedger(ours, currency),
    theirs: formatLedger(theirs, currency),
    difference: formatLedger(theirs - ours, currency),
  }));
}

/** A fee that differs is another thing than money that did: what moved adds up to the day, and the fees stand apart. */
export function presentDifferenceSums(
  sums: readonly DifferenceSum[],
): OutputOf<typeof differences>['summary']['by_currency'] {
  return sums.flatMap((sum) =>
    presentSums([sum]).map((shown) => ({
      ...shown,
      fee_difference: formatLedger(sum.fees_theirs - sum.fees_ours, sum.currency),
    })),
  );
}

export function presentStanding(
  { at, books, checked_at: checkedAt, provider }: Standing,
  currency: Currency,
): AccountStanding {
  return {
    at: at.toISOString(),
    books: formatLedger(books, currency),
    provider: provider === null ? null : formatLedger(provider, currency),
    difference: provider === null ? null : formatLedger(provider - books, currency),
    checked_at: checkedAt?.toISOString() ?? null,
  };
}
