import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/receipts';
import type { ReceiptRow } from '@suanpan/contract/endpoints/receipts';
import { Refusal } from '@suanpan/domain/errors';
import { openClaimsPerPerson } from '@suanpan/domain/limits';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { formatLedger, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countAll } from '../../../platform/count-all.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import type { Approvals } from '../../approvals/index.ts';
import { audit } from '../../audit/index.ts';
import type { Identity } from '../../identity/index.ts';
import { presentSum } from '../../ledger/index.ts';
import { findForActor } from '../find-for-actor.ts';
import { showSupply, submitSupply } from '../supply/ask-supply.ts';
import { matchAct } from '../supply/supply-act.ts';
import type { Collections } from '../service.ts';
import { restoreAct, sendBackAct } from './receipt-acts.ts';
import { blockedOnReceipts } from './blocked-actions.ts';
import { presentReceipt } from './receipts.present.ts';
import { candidatesFor, listReceipts, receiptLocks, sumReceipts } from './receipts.queries.ts';
import type { ListedReceipt, ReceiptFilter } from './receipts.queries.ts';

const candidatesShown = 20;

const {
  claimReceipt,
  matchReceipt,
  matchReceiptEffect,
  receiptCandidates,
  releaseReceipt,
  restoreReceipt,
  searchReceipts,
  sendBackReceipt,
} = contract;

/** Payouts and withdrawals that wait for a hand: one page of them, their sums, and how many the caller keeps to himself. */
export type ManualQueue = (
  caller: { readonly actor: Actor; readonly locale: Locale },
  filter: Omit<ReceiptFilter, 'reason' | 'state' | 'about'>,
  page: { readonly offset: number; readonly limit: number },
) => Promise<{
  readonly items: ReceiptRow[];
  readonly sums: readonly { readonly currency: Currency; readonly count: bigint; readonly amount: bigint }[];
  readonly open: bigint;
  readonly most: number;
}>;

/** Unidentified money: who looks after it, which order takes it, and where it goes when none does. */
export function bindReceipts(
  app: Http,
  collections: Collections,
  identity: Pick<Identity, 'proveStepUp'>,
  approvals: Pick<Approvals, 'register' | 'submit'>,
  manualQueue: ManualQueue,
): void {
  const { db } = collections;
  const match = approvals.register(matchAct);
  const ends = {
    sendBack: approvals.register(sendBackAct),
    restore: approvals.register(restoreAct),
  } as const;

  /** Refuses `notFound` for an absent receipt and one of another tree alike. */
  async function find({ scope }: Actor, id: string): Promise<ListedReceipt> {
    const [row] = await listReceipts(db.app, scope, { id: BigInt(id) }, { offset: 0, limit: 1 });
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }
  /** The same, and `receiptTaken` for one that is used up. */
  async function findOpen(actor: Actor, id: string): Promise<ListedReceipt> {
    const row = await find(actor, id);
    if (row.closed_at !== null) throw new Refusal('receiptTaken');
    return row;
  }

  const prove = (
    { actor }: RequestContext,
    asked: { readonly payment_password: string; readonly one_code: string },
  ) => identity.proveStepUp(actor, { paymentPassword: asked.payment_password, oneCode: asked.one_code });

  async function readReceipts(actor: Actor, input: ReceiptInput) {
    const filter = receiptFilterOf(input);
    const [rows, sums, open] = await Promise.all([
      listReceipts(db.app, actor.scope, filter, page(input)),
      sumReceipts(db.app, actor.scope, filter),
      receiptLocks.countOf(db.app, actor.userId),
    ]);
    const waiting = await waitingActsOn(db.app, actor, blockedOnReceipts, rows);
    const items = rows.map((row) => presentReceipt(row, actor, waiting));
    return { items, sums, open, most: openClaimsPerPerson };
  }

  /** Refuses by field what is asked of receipts alone. */
  async function readManual(caller: { readonly actor: Actor; readonly locale: Locale }, input: ReceiptInput) {
    const foreign = (['state', 'reason', 'about'] as const).filter((name) => input[name] !== undefined);
    if (foreign.length > 0) {
      const said = [translate(caller.locale, 'claims.receiptsAlone')];
      throw new Refusal('invalidFields', { fields: Object.fromEntries(foreign.map((name) => [name, said])) });
    }
    return manualQueue(caller, askedOf(input), page(input));
  }

  /** The same order and sum as the supply of an order, from the receipt's side. */
  async function show(actor: Actor, id: string, orderId: string, amount: string) {
    await findOpen(actor, id);
    const order = await findForActor(collections, actor, orderId);
    return showSupply(collections, actor, order, { amount, source: 'receipt', receipt_id: id });
  }

  bindEndpoints(
    app,
    {
      claimReceipt,
      matchReceipt,
      matchReceiptEffect,
      receiptCandidates,
      releaseReceipt,
      restoreReceipt,
      searchReceipts,
      sendBackReceipt,
    },
    {
      async searchReceipts({ actor, locale }, input) {
        const { items, most, open, sums } =
          input.queue === 'manual'
            ? await readManual({ actor, locale }, input)
            : await readReceipts(actor, input);
        return answerPage(input, {
          items,
          total: countAll(sums),
          summary: {
            by_currency: sums.map(presentSum),
            open: countOf(open),
            most,
          },
        });
      },
      async claimReceipt(context, { id }) {
        const receipt = await findOpen(context.actor, id);
        const { until } = await transact(db.app, async (tx) => {
          const got = await receiptLocks.lockFor(tx, receipt.id, context.actor);
          await audit(tx, context, {
            act: 'claimOrder.claim',
            objectKind: 'receipt',
            objectId: id,
            after: { locked: true },
          });
          return got;
        });
        return { lock_until: until.toISOString() };
      },
      async releaseReceipt(context, { id }) {
        const receipt = await find(context.actor, id);
        await transact(db.app, async (tx) => {
          if (!(await receiptLocks.unlockFor(tx, receipt.id, context.actor.userId)))
            throw new Refusal('lockNotHeld');
          await audit(tx, context, {
            act: 'claimOrder.release',
            objectKind: 'receipt',
            objectId: id,
            after: { locked: false },
          });
        });
        return {};
      },
      async receiptCandidates({ actor }, { id, no }) {
        const receipt = await findOpen(actor, id);
        const rows = await candidatesFor(db.app, receipt, no, candidatesShown);
        return {
          items: rows.map((row) => ({
            order_id: String(row.order_id),
            no: row.order_no,
            merchant_order_no: row.merchant_order_no,
            customer: { id: String(row.customer_id), name: row.customer_name },
            amount: formatLedger(row.amount, receipt.currency),
            status: row.status,
            created_at: row.created_at.toISOString(),
            why: [
              ...(row.is_own ? ['own' as const] : []),
              ...(row.is_amount ? ['amount' as const] : []),
              ...(row.is_near ? ['time' as const] : []),
            ],
          })),
        };
      },
      matchReceiptEffect: async ({ actor }, { amount, id, order_id }) =>
        (await show(actor, id, order_id, amount)).shown,
      async matchReceipt(context, { amount, effect_hash: seen, id, order_id, reason, ...asked }) {
        const { actor } = context;
        await find(actor, id);
        const stepUp = await prove(context, asked);
        const wished = () => show(actor, id, order_id, amount);
        return submitSupply(approvals, context, match, wished, { reason, seen, stepUp });
      },
      async sendBackReceipt(context, { id, provider_order_no, reason, ...asked }) {
        const { left } = await find(context.actor, id);
        const stepUp = await prove(context, asked);
        const maker_id = String(context.actor.userId);
        const payload = { receipt_id: id, amount: String(left), provider_ref: provider_order_no, maker_id };
        return approvals.submit(context, ends.sendBack, payload, { reason, stepUp });
      },
      async restoreReceipt(context, { id, reason, ...asked }) {
        const { restorable } = await find(context.actor, id);
        const stepUp = await prove(context, asked);
        const maker_id = String(context.actor.userId);
        const payload = { receipt_id: id, amount: String(restorable ?? 0n), provider_ref: null, maker_id };
        return approvals.submit(context, ends.restore, payload, { reason, stepUp });
      },
    },
  );
}

type ReceiptInput = ParsedInputOf<typeof searchReceipts>;
type ReceiptQuestion = Omit<ReceiptInput, 'page' | 'paginate' | 'cursor' | 'queue'>;

/** Without anything that looks for one: what lies open. */
function receiptFilterOf(asked: ReceiptQuestion): ReceiptFilter {
  const isSought = asked.no !== undefined || asked.id !== undefined;
  const state = asked.state ?? (isSought ? undefined : 'open');
  return {
    ...askedOf(asked),
    ...(asked.reason !== undefined && { reason: asked.reason }),
    ...(asked.about !== undefined && { about: asked.about }),
    ...(state !== undefined && { state }),
  };
}

/** What may be asked of everything that waits. */
function askedOf(asked: ReceiptQuestion): Omit<ReceiptFilter, 'reason' | 'state' | 'about'> {
  return {
    ...(asked.id !== undefined && { id: BigInt(asked.id) }),
    ...(asked.no !== undefined && asked.no !== '' && { no: asked.no }),
    ...(asked.currency !== undefined && { currency: asked.currency }),
    ...(asked.amount_min !== undefined && { amountMin: parseAmount(asked.amount_min, 'USDT') }),
    ...(asked.amount_max !== undefined && { amountMax: parseAmount(asked.amount_max, 'USDT') }),
    ...(asked.age !== undefined && { ageS: asked.age }),
  };
}
