import * as contract from '@suanpan/contract/endpoints/payout-batches';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { batchColumns } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchEffect } from '@suanpan/contract/endpoints/payout-batches';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { capitalAmount } from '@suanpan/messages/capital-amount';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import { errorCode } from '../../../platform/db/database-error.ts';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import { merchantOf } from '../apply/merchant-of.ts';
import { fundsOf } from '../apply/submit-by-hand.ts';
import { letGo } from '../send/dispatch.store.ts';
import type { Payouts } from '../service.ts';
import { openCard } from '../submit/payee.ts';
import { presentBatch, presentHead, sumRows } from './batch.present.ts';
import { batchRows, findBatchHead, listBatchHeads, waitingOf } from './batch.queries.ts';
import type { BatchHeadRow, KeptRow } from './batch.queries.ts';
import { isSmall, letBatchGo, lockBatch, nextVersion, rewriteRow, startBatch } from './batch.store.ts';
import { judgeRows } from './judge-rows.ts';
import { keepCells } from './read-cells.ts';
import { batchHash, isGood, meaning, sealOf } from './seal-row.ts';
import type { GoodRow, RowMeaning } from './seal-row.ts';
import { bindBatchUpload } from './upload.routes.ts';

/** Raised by the door for a person who may not do this. */
const notAllowedState = 'LG403';

type Correction = ParsedInputOf<typeof contract.editBatch>['rows'][number];

/** What a batch comes to when its good rows are submitted. */
interface Ready {
  readonly head: BatchHeadRow;
  readonly merchant: MerchantInScope;
  readonly good: readonly GoodRow[];
  readonly meanings: readonly RowMeaning[];
  readonly sum: bigint;
  readonly fee: bigint;
}

/**
 * Payouts by the file: taken in, looked at, corrected, and submitted as what was seen. The rows go through the door of every
 * other payout, one after the other, after the answer.
 */
export function bindPayoutBatches(
  app: Http,
  payouts: Payouts,
  identity: Pick<Identity, 'proveStepUp'>,
): void {
  const { db, vault } = payouts;
  bindBatchUpload(app, payouts);

  /** Refuses `notFound` for an absent batch and for one of another tree alike. */
  async function find(
    context: RequestContext,
    right: Permission,
    id: string,
  ): Promise<{ readonly head: BatchHeadRow; readonly merchant: MerchantInScope }> {
    const head = isId(id) ? await findBatchHead(db.app, BigInt(id)) : undefined;
    const merchant = await merchantOf(
      db,
      context,
      right,
      head === undefined ? '0' : String(head.customer_id),
    );
    if (head === undefined) throw new Refusal('notFound');
    return { head, merchant };
  }

  async function judge(
    context: RequestContext,
    head: BatchHeadRow,
    merchant: MerchantInScope,
    rows: readonly KeptRow[],
  ) {
    // What is being submitted is judged by the door.
    if (head.state === 'running') return [];
    return judgeRows(payouts, context.locale, merchant, head, rows);
  }

  /** Refuses a batch that is under way, one with wrong rows where nobody asked for the good ones alone, and an empty one. */
  async function ready(
    context: RequestContext,
    asked: { readonly id: string; readonly good_only: boolean },
  ): Promise<Ready> {
    const { head, merchant } = await find(context, 'payment.apply.createBatch', asked.id);
    if (head.state === 'running') throw new Refusal('batchRunning');
    const judged = await judge(context, head, merchant, await batchRows(db.app, head.id));
    const { bad, fee, sum } = sumRows(judged);
    const good = judged.filter(isGood);
    if (bad > 0 && !asked.good_only) throw new Refusal('batchRejected', { params: { count: String(bad) } });
    if (good.length === 0) throw new Refusal('batchFileEmpty');
    const meanings = good.map((row) => meaning(merchant, head.currency, row));
    return { head, merchant, good, meanings, sum, fee };
  }

  const { batchEffect, dispatchBatch, editBatch, getBatch, listBatches, submitBatch } = contract;
  bindEndpoints(
    app,
    { batchEffect, dispatchBatch, editBatch, getBatch, listBatches, submitBatch },
    {
      async listBatches(context, asked) {
        const merchant = await merchantOf(db, context, 'payment.apply.get', asked.customer_id);
        const heads = await listBatchHeads(db.app, merchant.id);
        return heads.map((head) => presentHead(head, merchant));
      },

      async getBatch(context, { id, ...page }) {
        const { head, merchant } = await find(context, 'payment.apply.get', id);
        const rows = await batchRows(db.app, head.id);
        const [judged, { available }] = await Promise.all([
          judge(context, head, merchant, rows),
          fundsOf(db.app, merchant.id, head.currency),
        ]);
        return presentBatch(context.locale, head, merchant, rows, judged, available, page);
      },

      async editBatch(context, { id, rows: corrections, version }) {
        const { head } = await find(context, 'payment.apply.createBatch', id);
        const kept = new Map((await batchRows(db.app, head.id)).map((row) => [row.n, row]));
        return transact(db.app, async (tx) => {
          const now = await lockBatch(tx, head.id);
          if (now === undefined) throw new Refusal('notFound');
          if (now.state === 'running') throw new Refusal('batchRunning');
          if (now.version !== version) throw new Refusal('staleEdit');
          for (const correction of corrections) {
            const row = kept.get(correction.n);
            if (row === undefined) throw new Refusal('notFound');
            if (!(await rewriteRow(tx, head.id, correctedRow(row, correction))))
              throw new Refusal('invalidState');
          }
          return { version: await nextVersion(tx, head.id) };
        });
      },

      async batchEffect(context, asked) {
        const { fee, good, head, meanings, merchant, sum } = await ready(context, asked);
        const { available } = await fundsOf(db.app, merchant.id, head.currency);
        const isOne = await transact(db.app, (tx) => isOnePersonEnough(tx, context, head, merchant, sum));
        return presentEffect(context, { head, merchant, good, meanings, sum, fee }, available, !isOne);
      },

      async submitBatch(context, asked) {
        await find(context, 'payment.apply.createBatch', asked.id);
        // Thrown under the key, so that a repeated call is answered as the first one was, whatever has changed since.
        const found = await ready(context, asked).then(
          (all) => ({ all }),
          (error: unknown) => ({ error }),
        );
        const proven = await identity.proveStepUp(context.actor, {
          paymentPassword: asked.payment_password,
          oneCode: asked.one_code,
        });
        return context.once(async (tx) => {
          if ('error' in found) throw found.error;
          const { fee, good, head, meanings, merchant, sum } = found.all;
          const now = await lockBatch(tx, head.id);
          if (now?.state === 'running') throw new Refusal('batchRunning');
          if (now?.version !== head.version || batchHash(meanings) !== asked.effect_hash)
            throw new Refusal('staleEdit');
          if (good.some(({ isDuplicate }) => isDuplicate) && asked.reason === undefined) {
            const says = translate(context.locale, 'errors.reasonRequired');
            throw new Refusal('reasonRequired', { fields: { reason: [says] } });
          }
          await spendStepUp(tx, proven);
          const { actor, ip, requestId } = context;
          const by = {
            personId: actor.userId,
            isAgreed: await isOnePersonEnough(tx, context, head, merchant, sum),
          };
          await startBatch(
            tx,
            head.id,
            good.map(({ row, way }, index) => ({
              id: row.id,
              channelId: way.channelId,
              fee: way.fee,
              seal: sealOf(vault, meanings[index] as RowMeaning, by),
            })),
            { ...by, requestId, requestIp: ip },
          );
          await audit(tx, context, {
            act: 'payment.apply.createBatch',
            objectKind: 'payoutBatch',
            objectId: String(head.id),
            after: {
              customer_id: String(merchant.id),
              currency: head.currency,
              amount: formatLedger(sum, head.currency),
              fee: formatLedger(fee, head.currency),
              file_rows: String(good.length),
              ...(asked.reason !== undefined && { note: asked.reason }),
            },
          });
          afterCommit(tx, wakeAll);
          return { id: String(head.id) };
        });
      },

      async dispatchBatch(context: KeyedContext, { id, reason, ...proof }) {
        const { head } = await find(context, 'payment.apply.get', id);
        const proven = await identity.proveStepUp(context.actor, {
          paymentPassword: proof.payment_password,
          oneCode: proof.one_code,
        });
        const by = { actorId: context.actor.userId, reason, requestId: context.requestId };
        try {
          return await context.once(async (tx) => {
            await spendStepUp(tx, proven);
            const [first] = await waitingOf(tx, head.id, { after: 0n, limit: 1 });
            // Whether he may is the door's to say, of one of them now and of each when it goes.
            if (first === undefined || !(await letGo(tx, first, by))) throw new Refusal('invalidState');
            await letBatchGo(tx, head.id, by);
            await audit(tx, context, {
              act: 'payment.transactions.take',
              objectKind: 'payoutBatch',
              objectId: String(head.id),
              after: { note: reason },
            });
            afterCommit(tx, wakeAll);
            return { id };
          });
        } catch (error) {
          throw errorCode(error) === notAllowedState ? new Refusal('ownSubmission') : error;
        }
      },
    },
  );

  function wakeAll(): void {
    for (const wake of payouts.batchWakers) wake();
  }

  /** What the platform submits for a merchant always waits for a second person. */
  async function isOnePersonEnough(
    tx: Parameters<typeof isSmall>[0],
    { actor }: RequestContext,
    head: BatchHeadRow,
    merchant: MerchantInScope,
    amount: bigint,
  ): Promise<boolean> {
    if (actor.scope.kind === 'platform') return false;
    const { currency } = head;
    return isSmall(tx, { customerId: merchant.id, personId: actor.userId, currency, amount });
  }

  /** A cell that is written anew has no fault of the file's any more; a row that says another thing is a duplicate of none. */
  function correctedRow(row: KeptRow, { duplicate_known: isKnown, n, ...cells }: Correction) {
    const before = {
      bank_code: row.bank_code,
      account_name: row.account_name,
      card_no: openCard(vault, row.card_sealed),
      amount: row.amount,
      branch: row.branch,
      memo: row.memo,
      order_no: row.order_no,
    };
    const sent = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== undefined));
    const isOther = batchColumns.some((column) => column in sent);
    return {
      n,
      ...keepCells(vault, { ...before, ...sent }),
      faults: row.faults.filter((fault) => !((fault.split(':')[0] ?? '') in sent)),
      isDuplicateKnown: isKnown ?? (isOther ? false : row.is_duplicate_known),
    };
  }
}

function presentEffect(
  { locale }: RequestContext,
  { fee, good, head, meanings, merchant, sum }: Ready,
  available: bigint,
  waits: boolean,
): BatchEffect {
  const { currency } = head;
  const say = (minor: bigint): string => formatLedger(minor, currency);
  return {
    effect: [
      { field: 'count', before: null, after: String(good.length) },
      { field: 'amount', before: null, after: say(sum) },
      { field: 'fee', before: null, after: say(fee) },
      { field: 'total', before: null, after: say(sum + fee) },
      { field: 'balance', before: say(available), after: say(available - sum - fee) },
      {
        field: 'amount_zh',
        before: null,
        after: capitalAmount(sum, currency, locale === 'zh-CN' ? 'simplified' : 'traditional'),
      },
    ],
    hash: batchHash(meanings),
    customer: { id: String(merchant.id), name: merchant.name },
    currency,
    duplicates: good.filter(({ isDuplicate }) => isDuplicate).length,
    waits,
  };
}
