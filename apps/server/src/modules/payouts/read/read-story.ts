import type { PayoutDetail } from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { Locale } from '@suanpan/messages/locale';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Actor } from '../../../platform/http/actor.ts';
import { journalLegsOf } from '../../ledger/index.ts';
import type { JournalLegRow } from '../../ledger/index.ts';
import type { Payouts } from '../service.ts';
import { presentPayout } from './payouts.present.ts';
import { listPayouts } from './search.queries.ts';
import type { ListedPayout } from './search.queries.ts';
import { attemptsOf, auditOf, exchangesOf, holdOf } from './story.queries.ts';

/** Handed over by compose: callbacks are told by a module of a higher rank. */
export type PayoutCallbackStory = (orderId: bigint) => Promise<PayoutDetail['callbacks']>;

const events = [
  'payout.submit',
  'payout.paid',
  'payout.release',
  'payout.reverse',
  'payout.paidLate',
] as const;

/**
 * The whole story of one payout. Refuses `notFound` for an absent one and for one of another tree alike. Attempts, provider
 * exchanges and audit rows go to the platform and the payout's senior agent only.
 */
export async function readPayoutStory(
  { db }: Pick<Payouts, 'db'>,
  callbacksOf: PayoutCallbackStory,
  { actor, locale }: { readonly actor: Actor; readonly locale: Locale },
  id: string,
): Promise<PayoutDetail> {
  if (!isId(id)) throw new Refusal('notFound');
  const [row] = await listPayouts(db.app, actor.scope, { id: BigInt(id) }, '-created_at', {
    offset: 0,
    limit: 1,
  });
  if (row === undefined) throw new Refusal('notFound');
  const isInside = actor.scope.kind === 'platform' || actor.scope.kind === 'agent';
  const isOutside = actor.scope.kind === 'subAgent' || actor.scope.kind === 'middleman';
  const [audit, exchanges, attempts, legs, hold, callbacks] = await Promise.all([
    auditOf(db.app, row.id),
    isInside ? exchangesOf(db.app, row.id) : null,
    isInside ? attemptsOf(db.app, row.id) : null,
    journalLegsOf(db.app, events, row.id),
    isOutside ? [] : holdOf(db.app, row.id),
    isOutside ? [] : callbacksOf(row.id),
  ]);
  const currency = row.currency as Currency;
  return {
    order: presentPayout(row, actor, locale),
    timeline: audit.map(({ act, actor: by, at, from_status: from, to_status: to }) => ({
      at: at.toISOString(),
      kind: act,
      actor: by,
      from,
      to,
      detail: {},
    })),
    route: isInside ? (row.route as PayoutDetail['route']) : null,
    money: { lines: feeLines(row, actor), journals: presentJournals(legs, actor) },
    holds: hold.map(({ account, amount }) => ({ account, amount: formatLedger(amount, currency) })),
    attempts: attempts?.map((attempt) => ({ ...attempt, sent_at: attempt.sent_at.toISOString() })) ?? null,
    provider:
      exchanges?.map((line) => ({
        at: line.at.toISOString(),
        direction: line.direction,
        operation: line.operation,
        http_status: line.http_status,
        latency_ms: line.latency_ms,
        outcome: line.outcome,
        request: line.request,
        response: line.response,
      })) ?? null,
    callbacks,
    has_audit: isInside,
  };
}

type MoneyLine = PayoutDetail['money']['lines'][number];

/** The platform and the senior agent see the whole split, a general agent or middleman his share, a merchant his fee. */
function feeLines(row: ListedPayout, { scope }: Actor): MoneyLine[] {
  const line = (party: MoneyLine['party'], amount: bigint): MoneyLine => ({
    party,
    pct: null,
    per_item: null,
    amount: formatLedger(amount, row.currency as Currency),
  });
  const residual = row.merchant_fee - row.endpoint_fee - row.sub_agent_fee - row.middleman_fee;
  switch (scope.kind) {
    case 'customer':
      return [line('merchant', row.merchant_fee)];
    case 'subAgent':
      return [line('subAgent', row.sub_agent_fee)];
    case 'middleman':
      return [line('middleman', row.middleman_fee)];
    case 'platform':
    case 'agent':
      return [
        line('merchant', row.merchant_fee),
        line('endpoint', row.endpoint_fee),
        ...(row.sub_agent_id === null ? [] : [line('subAgent', row.sub_agent_fee)]),
        ...(row.middleman_id === null ? [] : [line('middleman', row.middleman_fee)]),
        line('agent', residual),
        line('system', row.system_fee),
      ];
  }
}

/** Journals with the legs on accounts the caller may see; platform accounts are the platform's alone. */
function presentJournals(
  legs: readonly JournalLegRow[],
  { scope }: Actor,
): PayoutDetail['money']['journals'] {
  const owner =
    scope.kind === 'customer'
      ? scope.customerId
      : scope.kind === 'subAgent'
        ? scope.subAgentId
        : scope.kind === 'middleman'
          ? scope.middlemanId
          : null;
  const seen = legs.filter(({ account, owner_id: id }) =>
    owner === null ? scope.kind === 'platform' || account !== 'R400' : id === owner,
  );
  const journals = new Map<bigint, PayoutDetail['money']['journals'][number]>();
  for (const leg of seen) {
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
