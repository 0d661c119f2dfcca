import type { OrderStory } from '@suanpan/contract/order-fields';
import { formatLedger } from '@suanpan/money/amount';
import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import type { JournalLegRow } from '../../ledger/index.ts';
import type { AuditRow, Exchanges } from './story.queries.ts';

/** Who stands above a merchant, how an order goes and what its provider said is for the platform and the senior agent. */
export function seesTheChain({ kind }: Scope): boolean {
  return kind === 'platform' || kind === 'agent';
}

/** General agents and middlemen see that an order exists, not who pays or is paid: nor may they guess it by searching. */
export function knowsPeople({ kind }: Scope): boolean {
  return kind !== 'subAgent' && kind !== 'middleman';
}

type FeeLine = OrderStory['lines'][number];
type Party = FeeLine['party'];

/**
 * The fee lines that this caller may see: the platform and the senior agent the whole split, a general agent or middleman his
 * own share, a merchant his own fee.
 */
export function feeLinesFor(
  scope: Scope,
  chain: { readonly sub_agent_id: bigint | null; readonly middleman_id: bigint | null },
  line: (party: Party) => FeeLine,
): FeeLine[] {
  const seen: Readonly<Record<Scope['kind'], readonly Party[]>> = {
    customer: ['merchant'],
    subAgent: ['subAgent'],
    middleman: ['middleman'],
    platform: ['merchant', 'endpoint', 'subAgent', 'middleman', 'agent', 'system'],
    agent: ['merchant', 'endpoint', 'subAgent', 'middleman', 'agent', 'system'],
  };
  const isThere = (party: Party): boolean =>
    !seesTheChain(scope) ||
    ((party !== 'subAgent' || chain.sub_agent_id !== null) &&
      (party !== 'middleman' || chain.middleman_id !== null));
  return seen[scope.kind].filter(isThere).map(line);
}

/** Journals with the legs on accounts the caller may see; platform accounts are the platform's alone. */
export function presentJournals(legs: readonly JournalLegRow[], scope: Scope): OrderStory['journals'] {
  const journals = new Map<bigint, OrderStory['journals'][number]>();
  for (const leg of legs.filter((each) => maySeeLeg(each, scope))) {
    const journal = journals.get(leg.journal_id) ?? {
      id: String(leg.journal_id),
      event: leg.event,
      at: leg.posted_at.toISOString(),
      currency: leg.currency,
      legs: [],
    };
    journals.set(leg.journal_id, journal);
    journal.legs.push({
      account: leg.account,
      owner_id: leg.owner_id === null ? null : String(leg.owner_id),
      owner_name: leg.owner_name,
      amount: formatLedger(leg.amount, leg.currency),
      balance_after: leg.balance_after === null ? null : formatLedger(leg.balance_after, leg.currency),
    });
  }
  return [...journals.values()];
}

function maySeeLeg(leg: JournalLegRow, scope: Scope): boolean {
  if (scope.kind === 'platform') return true;
  // His channels' costs are his to see; the platform's own accounts are not.
  return scope.kind === 'agent' ? leg.account !== 'R400' : leg.owner_id === ownerOf(scope);
}

export function presentRateVersion(
  version: { readonly id: bigint; readonly version: number; readonly valid_from: Date } | undefined,
): OrderStory['rateVersion'] {
  if (version === undefined) return null;
  const { id, valid_from: from, version: number } = version;
  return { id: String(id), version: number, valid_from: from.toISOString() };
}

/** An act of several journals has a row of the log for each: it is told once. */
export function presentTimeline(rows: readonly AuditRow[]): OrderStory['timeline'] {
  const isToldBefore = (row: AuditRow, place: number): boolean =>
    row.journal_id !== null &&
    rows
      .slice(0, place)
      .some(
        (told) =>
          told.journal_id !== null &&
          told.act === row.act &&
          told.at.getTime() === row.at.getTime() &&
          told.to_status === row.to_status,
      );
  const acts = rows.filter((row, place) => !isToldBefore(row, place));
  return acts.map((row) => ({
    at: row.at.toISOString(),
    kind: row.act,
    actor: row.actor,
    from: row.from_status,
    to: row.to_status,
    detail: {},
  }));
}

/** For those who may know of exchanges at all; null for the others. */
export function presentExchanges(exchanges: Exchanges | null): {
  readonly provider: OrderStory['provider'];
  readonly provider_kept: number;
} {
  if (exchanges === null) return { provider: null, provider_kept: 0 };
  const provider = exchanges.rows.map((row) => ({
    at: row.at.toISOString(),
    direction: row.direction,
    operation: row.operation,
    http_status: row.http_status,
    latency_ms: row.latency_ms,
    outcome: row.outcome,
    request: row.request,
    response: row.response,
  }));
  return { provider, provider_kept: exchanges.kept };
}
