import type { PayoutDetail } from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import type { Locale } from '@suanpan/messages/locale';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Actor, Scope } from '../../../platform/http/actor.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import { versionOf } from '../../channels/index.ts';
import { journalLegsOf } from '../../ledger/index.ts';
import {
  auditOf,
  exchangesOf,
  feeLinesFor,
  knowsPeople,
  presentExchanges,
  presentJournals,
  presentRateVersion,
  presentTimeline,
  seesTheChain,
} from '../../orders/index.ts';
import { blockedOnPayouts } from '../hand/blocked-actions.ts';
import { saidOf } from '../hand/by-hand.store.ts';
import { holderOf, transfersOf } from '../transfer/transfers.queries.ts';
import type { Payouts } from '../service.ts';
import { presentPayout } from './payouts.present.ts';
import { listPayouts } from './search.queries.ts';
import type { ListedPayout } from './search.queries.ts';
import { attemptsOf, holdOf } from './story.queries.ts';

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
  const isInside = seesTheChain(actor.scope);
  const isOutside = !knowsPeople(actor.scope);
  const [audit, exchanges, attempts, legs, hold, callbacks, said, transfers, holder, waiting] =
    await Promise.all([
      auditOf(db.app, actor.scope, 'payout', row.id),
      isInside ? exchangesOf(db.app, 'payout', row) : null,
      isInside ? attemptsOf(db.app, row.id) : null,
      journalLegsOf(db.app, events, row.id),
      isOutside ? [] : holdOf(db.app, row.id),
      isOutside ? [] : callbacksOf(row.id),
      isInside ? saidOf(db.app, row.id) : undefined,
      isInside && isPayoutNetwork(row.bank_code) ? transfersOf(db.app, actor.scope, row.id) : [],
      isInside && isPayoutNetwork(row.bank_code) ? holderOf(db.app, actor.scope, row.id) : null,
      waitingActsOn(db.app, actor, blockedOnPayouts, [row]),
    ]);
  const version =
    !isInside || row.channel_id === null || row.method === null
      ? undefined
      : await versionOf(db.app, {
          customerId: row.customer_id,
          channelId: row.channel_id,
          alias: row.method,
          at: row.created_at,
          by: { amount: row.amount, merchantFee: row.merchant_fee },
        });
  const currency = row.currency as Currency;
  return {
    order: presentPayout(row, actor, locale, waiting),
    timeline: presentTimeline(audit),
    route: isInside ? (row.route as PayoutDetail['route']) : null,
    money: {
      lines: feeLines(row, actor.scope),
      rate_version: presentRateVersion(version),
      journals: presentJournals(legs, actor.scope),
    },
    holds: hold.map(({ account, amount }) => ({ account, amount: formatLedger(amount, currency) })),
    attempts: attempts?.map((attempt) => ({ ...attempt, sent_at: attempt.sent_at.toISOString() })) ?? null,
    ...presentExchanges(exchanges),
    callbacks,
    by_hand: said ?? null,
    in_hand_of: holder,
    transfers: transfers.map((each) => ({ ...each, named_at: each.named_at.toISOString() })),
    has_audit: isInside,
  };
}

/** The price of a payout is fixed with its hold, so that the lines are amounts alone. */
function feeLines(row: ListedPayout, scope: Scope): PayoutDetail['money']['lines'] {
  const amounts = {
    merchant: row.merchant_fee,
    endpoint: row.endpoint_fee,
    subAgent: row.sub_agent_fee,
    middleman: row.middleman_fee,
    agent: row.merchant_fee - row.endpoint_fee - row.sub_agent_fee - row.middleman_fee,
    system: row.system_fee,
  };
  return feeLinesFor(scope, row, (party) => ({
    party,
    pct: null,
    per_item: null,
    amount: formatLedger(amounts[party], row.currency as Currency),
  }));
}
