import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Actor } from '../../../platform/http/actor.ts';
import type { JournalLegRow } from '../../ledger/index.ts';
import type { FeeSnapshot } from '../create/fee-snapshot.ts';
import type { ListedOrder } from './search.queries.ts';
import type { AuditRow } from './story.queries.ts';

type MoneyLine = CollectionDetail['money']['lines'][number];

/**
 * The fee lines that this caller may see: the platform and the senior agent the whole split, a general agent or
 * middleman his own share, a merchant his own fee.
 */
export function presentFeeLines(row: ListedOrder, snapshot: FeeSnapshot | null, actor: Actor): MoneyLine[] {
  if (snapshot === null) return [];
  const currency = row.currency as Currency;
  const line = (party: MoneyLine['party'], amount: string): MoneyLine => {
    const price = party === 'agent' ? undefined : snapshot.terms[party];
    return {
      party,
      pct: price?.pct ?? null,
      per_item: price === undefined ? null : formatLedger(BigInt(price.per_item), currency),
      amount: formatLedger(BigInt(amount), currency),
    };
  };
  switch (actor.scope.kind) {
    case 'customer':
      return [line('merchant', snapshot.merchantFee)];
    case 'subAgent':
      return [line('subAgent', snapshot.subAgentFee)];
    case 'middleman':
      return [line('middleman', snapshot.middlemanFee)];
    case 'platform':
    case 'agent':
      return [
        line('merchant', snapshot.merchantFee),
        line('endpoint', snapshot.endpointFee),
        ...(row.sub_agent_id === null ? [] : [line('subAgent', snapshot.subAgentFee)]),
        ...(row.middleman_id === null ? [] : [line('middleman', snapshot.middlemanFee)]),
        line('agent', snapshot.agentResidual),
        line('system', snapshot.systemFee),
      ];
  }
}

/** Journals with the legs on accounts the caller may see; platform accounts are the platform's alone. */
export function presentJournals(
  legs: readonly JournalLegRow[],
  actor: Actor,
): CollectionDetail['money']['journals'] {
  const journals = new Map<bigint, CollectionDetail['money']['journals'][number]>();
  for (const leg of legs) {
    const journal = journals.get(leg.journal_id) ?? {
      id: String(leg.journal_id),
      event: leg.event,
      at: leg.posted_at.toISOString(),
      currency: leg.currency,
      legs: [],
    };
    journals.set(leg.journal_id, journal);
    if (!maySeeLeg(leg, actor)) continue;
    journal.legs.push({
      account: leg.account,
      owner_id: leg.owner_id === null ? null : String(leg.owner_id),
      owner_name: leg.owner_name,
      amount: formatLedger(leg.amount, leg.currency),
      balance_after: leg.balance_after === null ? null : formatLedger(leg.balance_after, leg.currency),
    });
  }
  return [...journals.values()].filter((journal) => journal.legs.length > 0);
}

function maySeeLeg(leg: JournalLegRow, { scope }: Actor): boolean {
  switch (scope.kind) {
    case 'platform':
      return true;
    // His channels' costs are his to see; the platform's own accounts are not.
    case 'agent':
      return leg.account !== 'R400';
    case 'subAgent':
      return leg.owner_id === scope.subAgentId;
    case 'customer':
      return leg.owner_id === scope.customerId;
    case 'middleman':
      return leg.owner_id === scope.middlemanId;
  }
}

export function presentTimeline(rows: readonly AuditRow[]): CollectionDetail['timeline'] {
  return rows.map((row) => ({
    at: row.at.toISOString(),
    kind: row.act,
    actor: row.actor,
    from: row.from_status,
    to: row.to_status,
    detail: {},
  }));
}
