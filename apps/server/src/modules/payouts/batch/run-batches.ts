import { hash } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { readPositiveAmount } from '@suanpan/money/amount';
import { businessNow } from '../../../platform/clock.ts';
import { errorCode } from '../../../platform/db/database-error.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { readUsage } from '../../channels/index.ts';
import { pickWay } from '../route/choose-way.ts';
import { letGo } from '../send/dispatch.store.ts';
import type { Payouts } from '../service.ts';
import { keepPayee, openCard } from '../submit/payee.ts';
import type { RoutedSubmit, SubmitOutcome } from '../submit/submit-request.ts';
import { mayTake, refusePayee } from '../submit/submit-payout.ts';
import { submitInside } from '../submit/submit.store.ts';
import { batchesAtWork, dueRows, waitingOf } from './batch.queries.ts';
import type { BatchAtWork, KeptRow } from './batch.queries.ts';
import { dropDrafts, endBatch, endLettingGo, endRow, takeRow } from './batch.store.ts';
import { feeBy, orderNoOf } from './judge-rows.ts';
import { sealOf } from './seal-row.ts';

const atOnce = 200;

/** One round: the rows that are due, and what somebody lets go. A batch that cannot go on keeps none of the others waiting. */
export async function workBatches(payouts: Payouts): Promise<void> {
  for (const batch of await batchesAtWork(payouts.db.workers)) {
    try {
      await submitRows(payouts, batch);
      if (batch.let_go_by !== null) await letRowsGo(payouts, batch, batch.let_go_by);
    } catch (error) {
      payouts.log.error({ err: error, batch: String(batch.id) }, 'a batch could not go on');
    }
  }
}

/** Drafts that nobody submitted go after a week. */
export async function sweepBatches({ db }: Payouts): Promise<void> {
  await dropDrafts(db.workers);
}

/** Each row in a transaction of its own, so that one that fails delays no other and none is submitted twice. */
async function submitRows(payouts: Payouts, batch: BatchAtWork): Promise<void> {
  const { db, log } = payouts;
  let after = 0;
  for (;;) {
    const rows = await dueRows(db.workers, batch.id, after, atOnce);
    if (rows.length === 0) break;
    for (const row of rows) {
      after = row.n;
      try {
        await submitRow(payouts, batch, row);
      } catch (error) {
        // Left as it is: the next round takes it up again, and its number makes it once.
        log.error(
          { err: error, batch: String(batch.id), row: row.n },
          'a row of a batch could not be submitted',
        );
      }
    }
    wakeRelays();
    for (const wake of payouts.wakers) wake();
  }
  await endBatch(db.workers, batch.id);
}

/** Undoes what was submitted of a row. */
class Undone extends Error {
  readonly outcome: ErrorName;

  constructor(outcome: ErrorName) {
    super(`The row is not kept: ${outcome}`);
    this.outcome = outcome;
  }
}

async function submitRow(payouts: Payouts, batch: BatchAtWork, row: KeptRow): Promise<void> {
  const end = async (
    work: (tx: Tx) => Promise<{ outcome: string; payoutId: bigint | null }>,
  ): Promise<void> =>
    transact(
      payouts.db.workers,
      async (tx) => {
        if (await takeRow(tx, row.id)) await endRow(tx, row.id, await work(tx));
      },
      { attempts: 5 },
    );
  try {
    const routed = await routeRow(payouts, batch, row);
    await end(async (tx) => endOf(await submitInside(tx, routed), row.fee));
  } catch (error) {
    const refusal =
      error instanceof Refusal ? error.refusal : error instanceof Undone ? error.outcome : undefined;
    if (refusal === undefined) throw error;
    await end(() => Promise.resolve({ outcome: refusal, payoutId: null }));
  }
}

/** What the door said; nothing stands of a payout without money, or at another fee than was shown. */
function endOf(made: SubmitOutcome, fee: bigint | null): { outcome: string; payoutId: bigint | null } {
  switch (made.outcome) {
    case 'created':
      if (made.merchantFee !== fee) throw new Undone('staleEdit');
      return { outcome: 'created', payoutId: made.orderId };
    case 'replayed':
      return { outcome: 'created', payoutId: made.orderId };
    case 'poor':
      throw new Undone('insufficientBalance');
    case 'conflict':
      return { outcome: 'orderNumberUsed', payoutId: null };
    case 'refused':
      return { outcome: made.refusal, payoutId: null };
  }
}

/** The row as it was submitted, by the channel that was shown. Refuses whatever keeps it from going there now. */
async function routeRow(payouts: Payouts, batch: BatchAtWork, row: KeptRow): Promise<RoutedSubmit> {
  const { db, log, vault } = payouts;
  const { currency, customer_id: customerId } = batch;
  const amount = readPositiveAmount(row.amount, currency);
  const accountNo = openCard(vault, row.card_sealed);
  const payee = {
    accountName: row.account_name,
    bankCode: row.bank_code,
    branch: row.branch || null,
    accountNo,
  };
  const merchantOrderNo = orderNoOf(batch.id, row);
  const said = {
    customerId,
    currency,
    n: row.n,
    orderNo: merchantOrderNo,
    payee,
    amount: amount ?? 0n,
    fee: row.fee ?? -1n,
    channelId: row.channel_id ?? 0n,
    isDuplicateKnown: row.is_duplicate_known,
  };
  if (
    amount === null ||
    sealOf(vault, said, { personId: batch.submitted_by, isAgreed: batch.is_agreed }) !== row.seal
  ) {
    log.error({ batch: String(batch.id), row: row.n }, 'a row of a batch is not what was submitted');
    throw new Refusal('staleEdit');
  }
  const ways = await payouts.ways.find(customerId, currency);
  if (ways === undefined) throw new Refusal('merchantDisabled');
  refusePayee(payouts, batch.agent_id, { name: payee.accountName, card: accountNo });
  const ofChannel = ways.channels.filter(({ channel_id: id }) => id === row.channel_id);
  // A channel under two aliases has two prices: the one that was shown; where it is gone, the door says so.
  const asShown = ofChannel.filter((each) => feeBy(each, amount) === row.fee);
  const channels = asShown.length > 0 ? asShown : ofChannel;
  const { way } = pickWay(channels, {
    amount,
    currency,
    hasSubAgent: ways.chain.sub_agent_id !== null,
    hasMiddleman: ways.chain.middleman_id !== null,
    mayTake: mayTake(payouts, false),
    refused: new Set(),
    usage: await readUsage(db.app, channels),
    exceptions: ways.exceptions,
    payer: payee.accountName,
    at: await businessNow(db.app),
  });
  return {
    customerId,
    merchantOrderNo,
    currency,
    amount,
    payee: keepPayee(vault, payee),
    memo: row.memo || null,
    metadata: {},
    notifyUrl: null,
    locale: null,
    source: 'batch',
    apiVersion: batch.api_version,
    apiKeyId: null,
    personId: batch.submitted_by,
    isTest: false,
    requestHash: hash('sha256', JSON.stringify(['batch', String(batch.id), row.n, row.seal]), 'buffer'),
    requestIp: batch.request_ip,
    requestId: batch.request_id,
    isAgreed: batch.is_agreed === true,
    isDuplicateKnown: row.is_duplicate_known,
    ...way,
  };
}

/** Raised by the door for a person who may not do this. */
const notAllowedState = 'LG403';

/** Lets go what waits, each payout in a transaction of its own; whom the door refuses lets nothing more go. */
async function letRowsGo(payouts: Payouts, batch: BatchAtWork, actorId: bigint): Promise<void> {
  const { db, log } = payouts;
  const by = {
    actorId,
    reason: batch.let_go_reason ?? '',
    requestId: batch.let_go_request_id ?? '',
  };
  let after = 0n;
  let isWhole = true;
  for (;;) {
    const waiting = await waitingOf(db.workers, batch.id, { after, limit: atOnce, upto: batch.let_go_upto });
    if (waiting.length === 0) break;
    for (const orderId of waiting) {
      after = orderId;
      try {
        await transact(db.workers, (tx) => letGo(tx, orderId, by), { attempts: 3 });
      } catch (error) {
        const about = { batch: String(batch.id), payout: String(orderId) };
        if (errorCode(error) === notAllowedState) {
          log.info(about, 'a payout of a batch may not be let go by this person');
        } else {
          // It waits for the next round; the others go.
          isWhole = false;
          log.error({ err: error, ...about }, 'a payout of a batch could not be let go');
        }
      }
    }
    for (const wake of payouts.wakers) wake();
  }
  if (isWhole) await endLettingGo(db.workers, batch.id, batch.let_go_upto);
}
