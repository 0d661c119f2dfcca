import { payoutAskFirstS, payoutAttemptsMax, routingMaxTries } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import { ChannelFull, readUsage, releaseChannel, reserveChannel } from '../../channels/index.ts';
import type { OpenChannel, PayoutRequest } from '../../channels/index.ts';
import { rejectPayout } from '../end/end.store.ts';
import type { PayoutAttemptRow, PayoutRow } from '../payouts.queries.ts';
import { refusedChannels } from '../payouts.queries.ts';
import { pickWay } from '../route/choose-way.ts';
import { reroute } from '../route/reroute.store.ts';
import type { Payouts } from '../service.ts';
import type { ChosenWay } from '../submit/submit-request.ts';
import { cardToHide, openPayee } from '../submit/payee.ts';
import { mayTake, refusePayee } from '../submit/submit-payout.ts';
import { handOver } from '../transfer/transfers.store.ts';
import { hear } from './attempts.store.ts';

/** What asking a provider to pay came to. rerouted: it surely did not take it, and another may. */
export type Sent = 'accepted' | 'unknown' | 'rerouted' | 'rejected';

/**
 * Asks a provider to pay what it has never heard of: its attempt is committed. Whatever is no definite no leaves the payout
 * `unknown`: it is not asked to pay again, only what became of it.
 */
export async function askToPay(payouts: Payouts, order: PayoutRow, attempt: PayoutAttemptRow): Promise<Sent> {
  const { channels, db, log, vault } = payouts;
  let channel: OpenChannel;
  let side: OpenChannel['adapter']['payouts'];
  let card: string;
  try {
    channel = await channels.open(attempt.channel_account_id);
    // Whoever chose the way: play money leaves by no real bank, and real money is given to no sandbox.
    if (!mayTake(payouts, order.is_test, order.bank_code)(channel.account.driver)) {
      throw new Error('This provider may not take this payout');
    }
    side = channel.adapter.payouts;
    if (side === undefined && channel.adapter.watched === undefined) {
      throw new Error('This provider pays nobody');
    }
    card = openPayee(vault, order);
  } catch (error) {
    // Nobody was asked.
    log.error({ err: error, payout: String(order.id) }, 'a payout could not be given to its provider');
    return afterRefusal(payouts, order, attempt);
  }
  try {
    refusePayee(payouts, order.agent_id, { name: order.account_name, card });
  } catch {
    await hear(db.app, attempt, 'refused', { againAfterS: payoutAskFirstS });
    await rejectPayout(db.app, order.id, { becomes: 'rejected', act: 'payout.reject', why: 'blockedPayee' });
    return 'rejected';
  }
  const { account, adapter } = channel;
  if (side === undefined) {
    // Over a chain nobody is asked to pay: a person sends it from the wallet, whose key is nowhere here.
    await handOver(db.app, attempt);
    return 'accepted';
  }
  const answer = await side.createPayout(
    account,
    requestOf(payouts, order, attempt, card, adapter.sandbox),
    { first: attempt.asks === 1 },
    channels.payoutExchange(order.id, account.id, [card]),
  );
  await channels.breaker.heard(order.channel_id, order.customer_id, answer);
  if (answer.outcome === 'accepted') {
    const { providerOrderNo } = answer.value;
    await hear(db.app, attempt, 'accepted', { providerOrderNo, againAfterS: payoutAskFirstS });
    return 'accepted';
  }
  if (
    answer.outcome === 'refused' &&
    (answer.neverArrived === true || (await isNotKnown(payouts, order, channel, attempt)))
  ) {
    return afterRefusal(payouts, order, attempt);
  }
  await hear(db.app, attempt, null, { againAfterS: payoutAskFirstS });
  return 'unknown';
}

/** A provider may say no to what it has taken: only one that does not know the number either is believed. */
async function isNotKnown(
  { channels, vault }: Payouts,
  order: PayoutRow,
  { account, adapter }: OpenChannel,
  attempt: PayoutAttemptRow,
): Promise<boolean> {
  const exchange = channels.payoutExchange(order.id, account.id, cardToHide(vault, order.card_sealed));
  const answer = await adapter.payouts?.queryPayout(account, attempt.request_no, exchange);
  return answer?.outcome === 'notFound';
}

function requestOf(
  { channels, publicUrl }: Payouts,
  order: PayoutRow,
  attempt: PayoutAttemptRow,
  card: string,
  isSandbox: boolean,
): PayoutRequest {
  const metadata = order.metadata as Record<string, string>;
  const mayPlay = isSandbox && channels.mayPlay({ isTest: order.is_test });
  return {
    orderNo: attempt.request_no,
    amount: order.amount,
    currency: order.currency as Currency,
    bankCode: order.bank_code,
    branch: order.branch,
    accountNo: card,
    accountName: order.account_name,
    memo: order.memo,
    notifyUrl: `${publicUrl}/api/notify/${attempt.channel_account_id}`,
    simulate: mayPlay ? (metadata['simulate'] ?? null) : null,
  };
}

/** The provider surely does not have it: another channel takes it, or nobody does and the hold goes back. */
async function afterRefusal(payouts: Payouts, order: PayoutRow, attempt: PayoutAttemptRow): Promise<Sent> {
  const { db } = payouts;
  // Not at once: whoever took it up now would only see that it was refused, and end it before it can go another way.
  if (!(await hear(db.app, attempt, 'refused', { againAfterS: payoutAskFirstS }))) {
    await hear(db.app, attempt, null, { againAfterS: payoutAskFirstS });
    return 'unknown';
  }
  return (await endRefused(payouts, order, attempt)) ?? 'rejected';
}

/**
 * What comes of a payout whose only asking was refused. Undefined where it stays as it is: it is said to have been paid by hand, and
 * nobody has decided that.
 */
export async function endRefused(
  payouts: Payouts,
  order: PayoutRow,
  attempt: Pick<PayoutAttemptRow, 'n'>,
): Promise<'rerouted' | 'rejected' | undefined> {
  const { db } = payouts;
  const refused = await refusedChannels(db.app, order.id);
  if (refused.size < routingMaxTries && attempt.n < payoutAttemptsMax) {
    const next = await otherWay(payouts, order, refused);
    if (next !== null && (await goElsewhere(payouts, order, next))) return 'rerouted';
  }
  const ending = { becomes: 'rejected', act: 'payout.reject', why: 'channelError' } as const;
  return (await rejectPayout(db.app, order.id, ending)) ? 'rejected' : undefined;
}

class NotServed extends Error {}

type OtherWay = ChosenWay & { readonly channelId: bigint };

/** What it held of the first channel's limits is given back, and its part of the other's reserved; false where it does not fit. */
export async function goElsewhere(
  { db }: Payouts,
  order: PayoutRow,
  { channelId, limitedMethodId, route }: OtherWay,
): Promise<boolean> {
  try {
    return await transact(
      db.app,
      async (tx) => {
        if (!(await reroute(tx, order.id, channelId, route))) throw new NotServed();
        await releaseChannel(tx, 'payout', order.id);
        if (limitedMethodId !== null && !order.is_test) {
          const part = { channelId, methodId: limitedMethodId, amount: order.amount };
          await reserveChannel(tx, { kind: 'payout', orderId: order.id, ...part });
        }
        return true;
      },
      { attempts: 5 },
    );
  } catch (error) {
    if (error instanceof ChannelFull || error instanceof NotServed) return false;
    throw error;
  }
}

/** Among the channels of the method by which the merchant was charged. */
export async function otherWay(
  payouts: Payouts,
  order: PayoutRow,
  refused: ReadonlySet<string>,
): Promise<OtherWay | null> {
  const ways = await payouts.ways.find(order.customer_id, order.currency as Currency);
  if (ways === undefined) return null;
  const channels = ways.channels.filter(({ alias }) => alias === order.method);
  const { way } = pickWay(channels, {
    amount: order.amount,
    currency: order.currency as Currency,
    hasSubAgent: order.sub_agent_id !== null,
    hasMiddleman: order.middleman_id !== null,
    mayTake: mayTake(payouts, order.is_test, order.bank_code),
    refused,
    usage: await readUsage(payouts.db.app, channels),
    exceptions: ways.exceptions,
    turns: ways.turns,
    payer: order.account_name,
    at: await businessNow(payouts.db.app),
  });
  return way.channelId === null ? null : { ...way, channelId: way.channelId };
}
