import { payoutAskFirstS } from '@suanpan/domain/limits';
import { wallClock } from '../../../platform/clock.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { transact } from '../../../platform/db/transact.ts';
import { BadSignature } from '../../channels/index.ts';
import type { OpenChannel, PayoutNotice, RawNotice } from '../../channels/index.ts';
import { isForgeryKept } from '../../risk/index.ts';
import { findPayout, findPayoutAttempt } from '../payouts.queries.ts';
import type { Payouts } from '../service.ts';
import { confirmPayout } from './confirm-payout.ts';
import { keepNotice } from './notices.store.ts';

const contentType = 'text/plain; charset=utf-8';

export interface ReceivedPayoutNotice {
  readonly channelAccountId: bigint;
  readonly notice: RawNotice;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * A provider's notice of a payout: kept as it came, verified on its raw bytes, and then only a reason to ask. Nothing is
 * paid, rejected or reversed on its word.
 */
export async function receivePayoutNotice(
  payouts: Payouts,
  { account, adapter }: OpenChannel,
  received: ReceivedPayoutNotice,
): Promise<{ readonly status: number; readonly contentType: string; readonly body: string }> {
  if (adapter.payouts === undefined) return { status: 404, contentType, body: 'unknown account' };
  let notice: PayoutNotice;
  try {
    notice = adapter.payouts.parseNotice(account, received.notice, wallClock.now().getTime());
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    if (!(await isForgeryKept(payouts.db, received.channelAccountId))) {
      return { status: 401, contentType, body: 'refused' };
    }
    await keep(payouts, received, null, 'bad_signature');
    await transact(payouts.db.app, (tx) =>
      emit(tx, [
        {
          kind: 'channel.notice_refused',
          subject: `channelAccount:${account.id}`,
          payload: { channel_account_id: String(account.id), ip: received.ip },
        },
      ]),
    );
    return { status: 401, contentType, body: 'refused' };
  }
  await keep(payouts, received, notice, await act(payouts, received, notice));
  return adapter.acknowledgement;
}

async function act(
  payouts: Payouts,
  received: ReceivedPayoutNotice,
  notice: PayoutNotice,
): Promise<'accepted' | 'unknown_order' | 'unanswered'> {
  const { db } = payouts;
  const attempt = await findPayoutAttempt(db.app, {
    channelAccountId: received.channelAccountId,
    requestNo: notice.orderNo,
  });
  const order = attempt && (await findPayout(db.app, attempt.order_id));
  if (attempt === undefined || order === undefined) return 'unknown_order';
  const confirmed = await confirmPayout(payouts, {
    order,
    attempt,
    againAfterS: payoutAskFirstS,
    requestId: received.requestId,
  });
  return confirmed === 'unanswered' || confirmed === 'waiting' ? 'unanswered' : 'accepted';
}

async function keep(
  { db }: Payouts,
  received: ReceivedPayoutNotice,
  notice: PayoutNotice | null,
  outcome: 'accepted' | 'unknown_order' | 'unanswered' | 'bad_signature',
): Promise<void> {
  await keepNotice(db.app, {
    channel_account_id: received.channelAccountId,
    raw: received.notice.body,
    headers: JSON.stringify(received.notice.headers),
    event_id: notice?.eventId ?? null,
    order_no: notice?.orderNo ?? null,
    outcome,
    ip: received.ip,
  });
}
