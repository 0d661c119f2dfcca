import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/refunds';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { translate, translateError } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countAll } from '../../../platform/count-all.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import type { Approvals } from '../../approvals/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { presentSum } from '../../ledger/index.ts';
import { listCollections } from '../read/search.queries.ts';
import type { ListedOrder } from '../read/search.queries.ts';
import type { Collections } from '../service.ts';
import { chargeBackAct, chargeBackWonAct, refundAct } from './refund-act.ts';
import { beginRefund, confirmRefund, findRefundable, stepRefund } from './refund.store.ts';
import type { SaidBy } from './refund.store.ts';
import { blockedOnRefunds, presentRefund } from './refunds.present.ts';
import { listRefunds, sumRefunds } from './refunds.queries.ts';
import type { ListedRefund, RefundFilter } from './refunds.queries.ts';

interface Asked {
  readonly id: string;
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

const {
  searchRefunds,
  refundableOf,
  refundCollection,
  refundCollections,
  sendRefund,
  confirmRefund: confirmEndpoint,
  failRefund,
  retryRefund,
  closeRefund,
  chargeBackCollection,
  winChargeBack,
} = contract;
const endpoints = {
  searchRefunds,
  refundableOf,
  refundCollection,
  refundCollections,
  sendRefund,
  confirmRefund: confirmEndpoint,
  failRefund,
  retryRefund,
  closeRefund,
  chargeBackCollection,
  winChargeBack,
};

/** Of the order's number its maker types this many of the last characters. */
const confirmLength = 6;

/** Money that goes back to payers: asked for at the order, and led to its end in a list of its own. */
export function bindRefunds(
  app: Http,
  { channels, db }: Pick<Collections, 'channels' | 'db'>,
  identity: Pick<Identity, 'proveStepUp'>,
  approvals: Pick<Approvals, 'register' | 'submit' | 'submitMany'>,
): void {
  const refund = approvals.register(refundAct);
  const chargeBack = approvals.register(chargeBackAct);
  const chargeBackWon = approvals.register(chargeBackWonAct);

  const prove = ({ actor }: RequestContext, asked: Omit<Asked, 'id'>) =>
    identity.proveStepUp(actor, { paymentPassword: asked.payment_password, oneCode: asked.one_code });

  /** Refuses `notFound` for an absent refund and one of another tree alike, and `invalidState` for one that is not there. */
  async function step(
    context: KeyedContext,
    input: Asked,
    work: (tx: Tx, row: ListedRefund, by: SaidBy) => Promise<boolean>,
  ): Promise<{ state: 'done' }> {
    const { actor, requestId } = context;
    const [row] = await listRefunds(db.app, actor.scope, { id: BigInt(input.id) }, { offset: 0, limit: 1 });
    if (row === undefined) throw new Refusal('notFound');
    const proven = await prove(context, input);
    return context.once(async (tx) => {
      await spendStepUp(tx, proven);
      const by = { personId: actor.userId, reason: input.reason, requestId };
      if (!(await work(tx, row, by))) throw new Refusal('invalidState');
      return { state: 'done' as const };
    });
  }

  /** An order that the caller may see; refuses `notFound` for every other. */
  async function findOrder({ actor }: RequestContext, wanted: { id: bigint } | { orderNo: string }) {
    const [row] = await listCollections(db.app, actor.scope, wanted, '-created_at', { offset: 0, limit: 1 });
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  /** All that is left of it; where nothing is, the whole, which is then refused under the key of the call. */
  async function leftOf({ id, order_amount }: ListedOrder): Promise<bigint> {
    const found = await findRefundable(db.app, id);
    return found !== undefined && found.left > 0n ? found.left : order_amount;
  }

  bindEndpoints(app, endpoints, {
    async searchRefunds({ actor }, input) {
      const filter = refundFilterOf(input);
      const [rows, sums] = await Promise.all([
        listRefunds(db.app, actor.scope, filter, page(input)),
        sumRefunds(db.app, actor.scope, filter),
      ]);
      const orders = rows.map((row) => ({ id: row.order_id }));
      const [back, waiting] = await Promise.all([
        channels.paysBack(rows.map((row) => row.channel_account_id)),
        waitingActsOn(db.app, actor, blockedOnRefunds, orders),
      ]);
      return answerPage(input, {
        items: rows.map((row) => presentRefund(row, actor, back.has(row.channel_account_id), waiting)),
        total: countAll(sums),
        summary: {
          by_currency: sums.map(presentSum),
        },
      });
    },
    async refundableOf(context, { id }) {
      const order = await findOrder(context, { id: BigInt(id) });
      const found = await findRefundable(db.app, order.id);
      const currency = order.currency as Currency;
      const left = found === undefined || found.left < 0n ? 0n : found.left;
      return { order_no: order.order_no, currency, left: formatLedger(left, currency) };
    },
    async refundCollection(context, { id, confirm, amount, ...asked }) {
      const order = await findOrder(context, { id: BigInt(id) });
      const stepUp = await prove(context, asked);
      if (order.order_no.slice(-confirmLength) !== confirm) {
        const says = translate(context.locale, 'refunds.states.confirmWrong');
        throw new Refusal('invalidFields', { fields: { confirm: [says] } });
      }
      const minor =
        amount === undefined ? await leftOf(order) : readOrderAmount(amount, order.currency as Currency);
      const payload = { order_id: String(order.id), amount: String(minor) };
      return approvals.submit(context, refund, payload, { reason: asked.reason, stepUp });
    },
    async refundCollections(context, { ids, confirm, ...asked }) {
      const wanted = [...new Set(ids)];
      const refused = new Map<string, string>();
      const orders: ListedOrder[] = [];
      for (const id of wanted) {
        try {
          orders.push(await findOrder(context, { id: BigInt(id) }));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.set(id, translateError(context.locale, error.refusal, error.params));
        }
      }
      const stepUp = await prove(context, asked);
      if (confirm !== String(wanted.length)) {
        const says = translate(context.locale, 'refunds.states.confirmCountWrong');
        throw new Refusal('invalidFields', { fields: { confirm: [says] } });
      }
      // Orders are locked by their ids, the oldest first.
      const inTurn = orders.toSorted((one, two) => (one.id < two.id ? -1 : 1));
      const payloads = await Promise.all(
        inTurn.map(async (order) => ({ order_id: String(order.id), amount: String(await leftOf(order)) })),
      );
      return approvals.submitMany(context, refund, payloads, {
        reason: asked.reason,
        stepUp,
        answer(became) {
          const outcomes = new Map(inTurn.map(({ id }, index) => [String(id), became[index]]));
          return {
            items: wanted.map((id) => {
              const found = outcomes.get(id);
              if (found === undefined)
                return { id, outcome: 'refused' as const, message: refused.get(id) ?? null };
              return { id, outcome: found.state, message: found.state === 'refused' ? found.message : null };
            }),
          };
        },
      });
    },
    sendRefund: (context, input) =>
      step(context, input, async (tx, { channel_account_id: accountId, id }, by) => {
        if (input.by === 'hand') return stepRefund(tx, 'send', id, by);
        if (!(await channels.paysBack([accountId])).has(accountId)) throw new Refusal('invalidState');
        return beginRefund(tx, id, by);
      }),
    confirmRefund: (context, input) =>
      step(context, input, (tx, { id }, by) => confirmRefund(tx, id, input.provider_order_no, by)),
    failRefund: (context, input) => step(context, input, (tx, { id }, by) => stepRefund(tx, 'fail', id, by)),
    retryRefund: (context, input) =>
      step(context, input, (tx, { id }, by) => stepRefund(tx, 'retry', id, by)),
    closeRefund: (context, input) =>
      step(context, input, (tx, { id }, by) => stepRefund(tx, 'close', id, by)),
    async chargeBackCollection(context, { order_no, provider_order_no, ...asked }) {
      // The provider's evidence is the platform's to judge, and its second person's (domain §3, J19).
      if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
      const order = await findOrder(context, { orderNo: order_no });
      const stepUp = await prove(context, asked);
      const payload = { order_id: String(order.id), provider_ref: provider_order_no };
      return approvals.submit(context, chargeBack, payload, { reason: asked.reason, stepUp });
    },
    async winChargeBack(context, { id, provider_order_no, ...asked }) {
      if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
      const [row] = await listRefunds(
        db.app,
        context.actor.scope,
        { id: BigInt(id) },
        { offset: 0, limit: 1 },
      );
      if (row === undefined) throw new Refusal('notFound');
      const stepUp = await prove(context, asked);
      const payload = { refund_id: String(row.id), provider_ref: provider_order_no };
      return approvals.submit(context, chargeBackWon, payload, { reason: asked.reason, stepUp });
    },
  });
}

type RefundQuestion = Omit<ParsedInputOf<typeof searchRefunds>, 'page' | 'paginate' | 'cursor'>;

/** Without anything that looks for one: all that is open, and what was closed today. */
export function refundFilterOf(asked: RefundQuestion): RefundFilter {
  const isSought = [
    asked.no,
    asked.order_no,
    asked.merchant_order_no,
    asked.refund_status,
    asked.created_from,
    asked.created_to,
    asked.ordered_from,
    asked.ordered_to,
  ].some((each) => each !== undefined);
  return {
    ...(asked.no !== undefined && { no: asked.no }),
    ...(asked.order_no !== undefined && { orderNo: asked.order_no }),
    ...(asked.merchant_order_no !== undefined && { merchantOrderNo: asked.merchant_order_no }),
    ...(asked.kind !== undefined && { kind: asked.kind }),
    ...(asked.refund_status !== undefined && { statuses: asked.refund_status }),
    ...(asked.customer_id !== undefined && { customerId: BigInt(asked.customer_id) }),
    ...(asked.currency !== undefined && { currency: asked.currency }),
    ...(asked.agent_id !== undefined && { agentId: BigInt(asked.agent_id) }),
    ...(asked.channel !== undefined && { channelId: BigInt(asked.channel) }),
    ...(asked.ordered_from !== undefined && { orderedFrom: new Date(asked.ordered_from) }),
    ...(asked.ordered_to !== undefined && { orderedTo: new Date(asked.ordered_to) }),
    ...(asked.created_from !== undefined && { from: new Date(asked.created_from) }),
    ...(asked.created_to !== undefined && { to: new Date(asked.created_to) }),
    isQueue: !isSought,
  };
}
