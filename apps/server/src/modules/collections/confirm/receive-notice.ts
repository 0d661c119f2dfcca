import { Refusal } from '@suanpan/domain/errors';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { BadSignature, insertProviderLog, mayNotifyFrom } from '../../channels/index.ts';
import type { Notice, OpenChannel, RawNotice } from '../../channels/index.ts';
import { isForgeryKept } from '../../risk/index.ts';
import { findAttempt } from '../route/attempts.queries.ts';
import type { AttemptRow } from '../route/attempts.queries.ts';
import { markToldPaid, saveDoubt } from '../route/attempts.store.ts';
import { findOrder } from '../collections.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import { insertNotice, isNoticeAccepted, scheduleCheck } from '../collections.store.ts';
import type { NoticeRecord } from '../collections.store.ts';
import { confirmAttempt } from './confirm-attempt.ts';
import type { Confirmation } from './confirm-attempt.ts';
import { flagOrder } from './flag-order.ts';
import { supplyTest } from './supply-test.ts';
import type { Collections } from '../service.ts';

const recheckAfterS = 15;

export interface ReceivedNotice {
  readonly channelAccountId: bigint;
  readonly notice: RawNotice;
  readonly ip: string;
  readonly requestId: string;
}

export interface NoticeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Who hears the notices of accounts that pay others; compose hands it over. */
export type PayoutNotices = (channel: OpenChannel, received: ReceivedNotice) => Promise<NoticeAnswer>;

const contentType = 'text/plain; charset=utf-8';
const refusedNotice: NoticeAnswer = { status: 401, contentType, body: 'refused' };
export const unknownAccount: NoticeAnswer = { status: 404, contentType, body: 'unknown account' };

/**
 * A provider's notice: kept as it came, verified on its raw bytes, and then only taken as a reason to ask the
 * provider. What it says of money is never believed. A repeated event is acknowledged without effect; one for an
 * order we do not have is kept and acknowledged; a forged one is refused with 401, kept and reported, a number of them a
 * minute, and so is one from where its provider sends none; an account we do not have is answered 404.
 */
export async function receiveNotice(
  collections: Collections,
  received: ReceivedNotice,
  payoutNotice?: PayoutNotices,
): Promise<NoticeAnswer> {
  const channel = await findChannel(collections, received.channelAccountId);
  if (channel === undefined) return unknownAccount;
  if (!mayNotifyFrom(channel.account, received.ip)) return refuse(collections, received, 'foreign_address');
  if (channel.account.direction === 'payout') return payoutNotice?.(channel, received) ?? unknownAccount;
  let notice: Notice;
  try {
    notice = channel.adapter.parseNotice(channel.account, received.notice, wallClock.now().getTime());
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    return refuse(collections, received, 'bad_signature');
  }
  await keep(collections, received, notice, await act(collections, channel, received, notice));
  return channel.adapter.acknowledgement;
}

async function refuse(
  collections: Collections,
  received: ReceivedNotice,
  why: 'bad_signature' | 'foreign_address',
): Promise<NoticeAnswer> {
  if (await isForgeryKept(collections.db, received.channelAccountId)) {
    await keep(collections, received, null, why);
    await reportForgery(collections, received);
  }
  return refusedNotice;
}

async function findChannel(collections: Collections, id: bigint): Promise<OpenChannel | undefined> {
  try {
    return await collections.channels.open(id);
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'notFound') return undefined;
    throw error;
  }
}

/** Whatever way the order goes by now, it is the account that sent the notice which is asked. */
async function act(
  collections: Collections,
  { account, adapter }: OpenChannel,
  received: ReceivedNotice,
  notice: Notice,
): Promise<NoticeRecord['outcome']> {
  const { db } = collections;
  const attempt = await findAttempt(db.app, account.id, notice.orderNo);
  const order = attempt && (await findOrder(db.app, attempt.order_id));
  if (attempt === undefined || order === undefined) return 'unknown_order';
  if (await isNoticeAccepted(db.app, account.id, notice.eventId)) return 'duplicate';
  // It came before what it causes.
  const cameAt = await businessNow(db.app);
  const confirmation =
    notice.simulated === true
      ? await endAsTest(collections, order, attempt, received.requestId)
      : await confirmAttempt(
          collections,
          order,
          await toldOf(collections, adapter, attempt, notice),
          received.requestId,
        );
  // The provider says two things. Its answer counts, and people hear that its notice says otherwise.
  if (confirmation === 'settled' && notice.status === 'failed') {
    await flagOrder(collections, order.id, { reason: 'failed_after_success', about: attempt.request_no });
  }
  await insertProviderLog(db.app, {
    orderId: order.id,
    channelAccountId: account.id,
    at: cameAt,
    direction: 'in',
    operation: 'notice',
    httpStatus: 200,
    latencyMs: null,
    outcome: confirmation,
    request: received.notice.body.toString('utf8').slice(0, 4_000),
    response: '',
  });
  return outcomeOf(collections, attempt, notice, confirmation);
}

/** The attempt as it stands once its provider has said, and not of a test, that it was paid. */
async function toldOf(
  { db }: Collections,
  { capabilities }: OpenChannel['adapter'],
  attempt: AttemptRow,
  notice: Notice,
): Promise<AttemptRow> {
  const isAsked = capabilities.testsToldByNotice && notice.status === 'paid';
  if (!isAsked || attempt.told_paid_at !== null) return attempt;
  return { ...attempt, told_paid_at: await markToldPaid(db.app, attempt) };
}

/** A provider's own test of a payment: where its answers do not tell it from a real one, it is not asked at all. */
async function endAsTest(
  collections: Collections,
  order: OrderRow,
  attempt: AttemptRow,
  requestId: string,
): Promise<Confirmation> {
  const isItsWay = order.channel_account_id === attempt.channel_account_id;
  if (isItsWay) await supplyTest(collections, order.id, requestId);
  return 'simulated';
}

/** A notice that its provider does not confirm yet is looked at again: the notice may have been faster. */
async function outcomeOf(
  collections: Collections,
  attempt: AttemptRow,
  notice: Notice,
  confirmation: Confirmation,
): Promise<NoticeRecord['outcome']> {
  const isOpen = confirmation === 'unanswered' || confirmation === 'notFound';
  const isDenied = notice.status === 'paid' && (confirmation === 'unpaid' || confirmation === 'failed');
  if (!isOpen && !isDenied) return 'accepted';
  await saveDoubt(collections.db.app, attempt, true);
  await scheduleCheck(collections.db.app, attempt.order_id, `notice_${confirmation}`, recheckAfterS);
  return isOpen ? 'unanswered' : 'not_confirmed';
}

async function keep(
  collections: Collections,
  received: ReceivedNotice,
  notice: Notice | null,
  outcome: NoticeRecord['outcome'],
): Promise<void> {
  await insertNotice(collections.db.app, {
    channelAccountId: received.channelAccountId,
    receivedAt: await businessNow(collections.db.app),
    raw: received.notice.body,
    headers: JSON.stringify(received.notice.headers),
    eventId: notice?.eventId ?? null,
    orderNo: notice?.orderNo ?? null,
    outcome,
    ip: received.ip,
  });
}

async function reportForgery(collections: Collections, received: ReceivedNotice): Promise<void> {
  const account = String(received.channelAccountId);
  await transact(collections.db.app, (tx) =>
    emit(tx, [
      {
        kind: 'channel.notice_refused',
        subject: `channelAccount:${account}`,
        payload: { channel_account_id: account, ip: received.ip },
      },
    ]),
  );
}
