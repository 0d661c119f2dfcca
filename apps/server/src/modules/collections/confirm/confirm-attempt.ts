import { fromMillionths } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { notFoundQueries, simulationToldWithinMs } from '@suanpan/domain/limits';
import { businessNow, businessTimeOf } from '../../../platform/clock.ts';
import { errorCode, isUniqueViolation } from '../../../platform/db/database-error.ts';
import type {
  AdapterCapabilities,
  ChannelAccount,
  CollectionState,
  Exchange,
  KnownCollection,
  OpenChannel,
} from '../../channels/index.ts';
import { awaitedOf } from '../awaited/awaited-of.ts';
import { findWaiting, liesUnidentified } from '../awaited/awaited.queries.ts';
import type { AskedRequest } from '../route/asked-request.ts';
import type { AttemptRow } from '../route/attempts.queries.ts';
import { countNotFound, forgetNotFound, markHanded } from '../route/attempts.store.ts';
import { findOrder } from '../collections.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import { tellTransfers } from '../files/told-transfers.store.ts';
import type { Told } from '../files/told-transfers.store.ts';
import { decidePayment } from './decide-payment.ts';
import { flagOrder } from './flag-order.ts';
import type { Collections } from '../service.ts';
import { settingOf } from '../setting/setting.queries.ts';
import type { AsideReason } from './aside-reason.ts';
import { isBookedFor, setAside, sumOf } from './set-aside.ts';
import type { FoundMoney } from './set-aside.ts';
import { settleElsewhere } from './settle-elsewhere.ts';
import { supplyTest } from './supply-test.ts';

/**
 * What asking a provider came to. settled: credited now or before · aside: money came that may not be credited
 * as it stands · simulated: a test payment · flagged: the provider went back on a success · unpaid: the provider
 * says so · failed: no payment can come any more · notFound: the provider does not know it, which proves nothing
 * yet · unanswered: nothing may be concluded.
 */
export type Confirmation =
  | 'settled'
  | 'aside'
  | 'simulated'
  | 'flagged'
  | 'unpaid'
  | 'failed'
  | 'notFound'
  | 'unanswered';

/**
 * Asks the provider about one attempt and does what the answer demands, wherever the order goes by now. The only
 * way to credit: a notice, an expiry and a repeated check all end here. Safe to repeat and to race, each effect
 * happens once by its key. `transferRef` names the one of several transfers to an account that knows no orders.
 */
export async function confirmAttempt(
  collections: Collections,
  order: OrderRow,
  attempt: AttemptRow,
  requestId: string | null,
  transferRef?: string,
): Promise<Confirmation> {
  const { channels } = collections;
  const channel = await channels.open(attempt.channel_account_id);
  const { askedEveryMs } = channel.adapter.capabilities;
  if (askedEveryMs === null || requestId !== null) {
    const exchange = channels.exchangeFor(order.id, channel.account.id);
    return ask(collections, channel, { order, attempt, requestId, exchange, transferRef });
  }
  // Asked every few seconds: that nothing has happened is not kept each time.
  const { exchange, keep } = channels.quietExchange(order.id, channel.account.id);
  const confirmation = await ask(collections, channel, { order, attempt, requestId, exchange, transferRef });
  if (confirmation !== 'unpaid') await keep();
  return confirmation;
}

/**
 * Does what a transfer demands that a file told and that is this attempt's, as if its account had told it. Safe to repeat and to
 * race: it is booked once by its number.
 */
export async function confirmTransfer(
  collections: Collections,
  { account }: OpenChannel,
  order: OrderRow,
  attempt: AttemptRow,
  told: Pick<Told, 'ref' | 'at' | 'amount'>,
): Promise<Confirmation> {
  return apply(collections, {
    order,
    attempt,
    channelAccountId: account.id,
    latePayment: account.latePayment,
    requestId: null,
    state: {
      orderNo: attempt.request_no,
      providerOrderNo: told.ref,
      status: 'paid',
      amount: order.pay_amount,
      paidAmount: told.amount,
      currency: account.currency,
      paidAt: told.at,
      simulated: false,
    },
  });
}

interface Question {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  readonly requestId: string | null;
  readonly exchange: Exchange;
  readonly transferRef: string | undefined;
}

async function ask(
  collections: Collections,
  channel: OpenChannel,
  { attempt, exchange, order, requestId, transferRef }: Question,
): Promise<Confirmation> {
  const { db } = collections;
  const { account, adapter } = channel;
  const { heardFromPayer } = adapter.capabilities;
  // Whoever was never given the form cannot have gone there, and nobody says that he has.
  if (heardFromPayer && adapter.payerForm !== undefined && attempt.handed_at === null) {
    if (requestId === null) return 'unpaid';
    await markHanded(db.app, attempt);
  }
  const known = await knownOf(collections, channel, order, attempt);
  const answer = await adapter.queryCollection(account, attempt.request_no, exchange, {
    ...known,
    ...(transferRef !== undefined && { transferRef }),
  });
  switch (answer.outcome) {
    case 'unknown':
      return 'unanswered';
    case 'notFound':
      return hearNotFound(collections, attempt, adapter.capabilities);
    case 'found': {
      const state = await asBooked(collections, channel, known, answer.state);
      if (attempt.not_found > 0) await forgetNotFound(db.app, attempt);
      if (await isToBeDecidedByPersons(collections, channel, state)) return 'unpaid';
      if (await isToldByAnswerAlone(collections, channel, order, attempt, state)) return 'unanswered';
      return apply(collections, {
        order,
        attempt,
        channelAccountId: account.id,
        latePayment: account.latePayment,
        state,
        requestId,
      });
    }
  }
}

/** What an account told that a file may have told before goes by the number under which it is booked. */
async function asBooked(
  { db }: Collections,
  { account, adapter }: OpenChannel,
  { awaited }: KnownCollection,
  state: CollectionState,
): Promise<CollectionState> {
  const { paidAmount, paidAt, providerOrderNo, status } = state;
  if (adapter.feed?.payers !== 'named' || status !== 'paid' || paidAt === null || awaited === undefined)
    return state;
  const unnamed = { payerName: null, payerLast5: null, memo: null };
  const told = {
    ref: providerOrderNo,
    destination: awaited.destination,
    at: paidAt,
    amount: paidAmount,
    ...unnamed,
  };
  const refs = await tellTransfers(db.app, account.id, null, [told]);
  return { ...state, providerOrderNo: refs.get(providerOrderNo) ?? providerOrderNo };
}

async function knownOf(
  { db }: Collections,
  { account, adapter: { feed } }: OpenChannel,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<KnownCollection> {
  const waiting = feed && (await findWaiting(db.app, order.id, account.id));
  const asked = attempt.request as AskedRequest | null;
  const isItsAccount = order.channel_account_id === attempt.channel_account_id;
  return {
    amount: asked === null ? order.pay_amount : BigInt(asked.amount),
    providerOrderNo: isItsAccount ? order.provider_order_no : null,
    isOpen: order.status === 'pending',
    ...(feed && waiting && { awaited: awaitedOf(feed, account, waiting) }),
  };
}

/** What came in to an account and lies aside as nobody's is an order's by a person's word alone. */
async function isToBeDecidedByPersons(
  { db }: Collections,
  { account, adapter }: OpenChannel,
  { providerOrderNo, status }: CollectionState,
): Promise<boolean> {
  if (adapter.feed === undefined || status !== 'paid') return false;
  return liesUnidentified(db.app, account.id, providerOrderNo);
}

/**
 * Whether `paid` may be what a shop simulated: its provider tells that by a notice alone, and none has said that it is real. One
 * that was lost comes again within a quarter of an hour, so that afterwards the answer is believed.
 */
async function isToldByAnswerAlone(
  { db }: Collections,
  { adapter }: OpenChannel,
  order: OrderRow,
  attempt: AttemptRow,
  { status }: CollectionState,
): Promise<boolean> {
  const isOpen = order.status === 'pending' || order.status === 'expired';
  const isDoubtful = adapter.capabilities.testsToldByNotice && status === 'paid' && isOpen;
  if (!isDoubtful || attempt.told_paid_at !== null) return false;
  const waits = order.created_at.getTime() + simulationToldWithinMs;
  return (await businessNow(db.app)).getTime() < Math.max(waits, order.expires_at.getTime());
}

interface Heard extends FoundMoney {
  readonly attempt: AttemptRow;
  readonly latePayment: ChannelAccount['latePayment'];
}

/** A provider that does not know the number, asked often and long enough, has never had it, if it says so of itself. */
async function hearNotFound(
  collections: Collections,
  attempt: AttemptRow,
  { heardFromPayer, queryMinDelayMs, notFoundIsFinal }: AdapterCapabilities,
): Promise<Confirmation> {
  if (heardFromPayer) return 'unpaid';
  const { times, counted } = await countNotFound(collections.db.app, attempt, queryMinDelayMs);
  if (times < notFoundQueries) return 'notFound';
  if (notFoundIsFinal) return 'failed';
  if (counted && times === notFoundQueries) {
    await flagOrder(collections, attempt.order_id, {
      reason: 'unknown_to_provider',
      about: attempt.request_no,
    });
  }
  return 'notFound';
}

async function apply(collections: Collections, heard: Heard): Promise<Confirmation> {
  const { order, attempt, channelAccountId, latePayment, state, requestId } = heard;
  const { now, at: paidAt } = await businessTimeOf(collections.db.app, state.paidAt);
  const isItsAccount = order.channel_account_id === channelAccountId;
  const isOther = state.status === 'paid' && state.paidAmount !== order.pay_amount;
  // Only a late payment and another sum ask.
  const rules =
    order.status === 'expired' || (order.status === 'pending' && isOther)
      ? await settingOf(collections.db.app, { customerId: order.customer_id, agentId: order.agent_id })
      : null;
  const decision = decidePayment(state, {
    status: order.status,
    payAmount: order.pay_amount,
    currency: order.currency as Currency,
    tolerance: fromMillionths(rules?.tolerance ?? 0n, order.currency as Currency),
    isTest: order.is_test,
    createdAt: order.created_at,
    // An order that was closed before its time has waited until then.
    waitedUntil: endOf(order),
    latePayment: rules?.late_payment ?? latePayment,
    isItsWay: isItsAccount && attempt.outcome !== 'refused' && attempt.outcome !== 'failed',
    isItsPayment: isBookedFor(order, heard),
    bookedAmount: order.actual_amount,
    paidAt,
    now,
  });
  switch (decision.act) {
    case 'wait':
      return 'unpaid';
    case 'close':
      return 'failed';
    case 'settle': {
      const outcome = await unlessUncreditable(
        collections.settle.submit({
          orderId: order.id,
          agentId: order.agent_id,
          partyIds: partiesOf(order),
          channelAccountId,
          paidAmount: state.paidAmount,
          providerOrderNo: state.providerOrderNo,
          lateAllowed: decision.late,
          requestId,
        }),
      );
      if (outcome === 'uncreditable') return putAside(collections, heard, 'abnormal');
      // Settled meanwhile, perhaps by another payment.
      if (outcome === 'already') return decideAnew(collections, heard);
      return outcome === 'settled' ? 'settled' : 'unanswered';
    }
    case 'settleTolerated': {
      const outcome = await unlessUncreditable(settleElsewhere(collections, heard, attempt, decision.late));
      if (outcome === 'settled') return 'settled';
      return outcome === 'moved'
        ? decideAnew(collections, heard)
        : putAside(collections, heard, 'amount_mismatch');
    }
    case 'settleElsewhere': {
      const outcome = await unlessUncreditable(settleElsewhere(collections, heard, attempt, decision.late));
      if (outcome === 'settled') return 'settled';
      return outcome === 'moved'
        ? decideAnew(collections, heard)
        : putAside(collections, heard, 'paid_elsewhere');
    }
    case 'setAside':
      return putAside(collections, heard, decision.reason);
    case 'supplyTest':
      await supplyTest(collections, order.id, requestId);
      return 'simulated';
    case 'flag':
      await flagOrder(collections, order.id, {
        reason: decision.reason,
        about: decision.reason === 'amount_changed' ? sumOf(heard) : attempt.request_no,
      });
      return 'flagged';
    case 'nothing':
      return 'settled';
  }
}

/** Raised by the doors where a party's account has no balance, or the channel serves the merchant no more. */
const notThereState = 'LG404';

/**
 * A provider may name one payment for two orders, and it is credited once. Where an account of the order's own is not
 * whole, asking again mends nothing. The money is booked where a person finds it.
 */
async function unlessUncreditable<Outcome>(settling: Promise<Outcome>): Promise<Outcome | 'uncreditable'> {
  try {
    return await settling;
  } catch (error) {
    if (isUniqueViolation(error, 'confirmation_once') || errorCode(error) === notThereState)
      return 'uncreditable';
    throw error;
  }
}

async function putAside(collections: Collections, heard: Heard, reason: AsideReason): Promise<Confirmation> {
  const outcome = await setAside(collections, heard, reason);
  return outcome === 'moved' ? decideAnew(collections, heard) : 'aside';
}

/** The order moved between the look and its lock. */
async function decideAnew(collections: Collections, heard: Heard): Promise<Confirmation> {
  const order = await findOrder(collections.db.app, heard.order.id);
  return order === undefined ? 'unanswered' : apply(collections, { ...heard, order });
}

function endOf({ expires_at, completed_at, status }: OrderRow): Date {
  return status === 'expired' && completed_at !== null && completed_at < expires_at
    ? completed_at
    : expires_at;
}

/** Everybody whose balance settling the order moves, the merchant first. */
function partiesOf(order: OrderRow): bigint[] {
  const { agent_id, customer_id, middleman_id, sub_agent_id } = order;
  return [customer_id, agent_id, sub_agent_id, middleman_id].filter((id) => id !== null);
}
