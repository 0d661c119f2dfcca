import * as contract from '@suanpan/contract/endpoints/payout-apply';
import type { PayoutEffect } from '@suanpan/contract/endpoints/payout-apply';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { maskCard } from '@suanpan/domain/names/mask';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import { capitalAmount } from '@suanpan/messages/capital-amount';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { merchantChannels } from '../../channels/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import { bankName } from '../../settings/index.ts';
import { presentPayout } from '../read/payouts.present.ts';
import { listPayouts } from '../read/search.queries.ts';
import type { Payouts } from '../service.ts';
import { keepPayee } from '../submit/payee.ts';
import { mayTake, routePayout } from '../submit/submit-payout.ts';
import type { SubmitOutcome } from '../submit/submit-request.ts';
import { presentPayee } from './apply.present.ts';
import { merchantOf, requireRight } from './merchant-of.ts';
import { deletePayee, insertPayee, listPayees, ownerOfPayee } from './payees.store.ts';
import { effectHash, readPayee, readWish, requestOf } from './read-wish.ts';
import type { Asked, Wish } from './read-wish.ts';
import { fundsOf, held, rehearse, submitByHand } from './submit-by-hand.ts';

/**
 * Payouts that people submit by hand, and the payees whom they keep for it. They go through the door by which the merchants' own
 * calls go, with its limits, velocities and block lists.
 */
export function bindPayoutApply(app: Http, payouts: Payouts, identity: Pick<Identity, 'proveStepUp'>): void {
  const { db, vault } = payouts;

  const merchantFor = (context: RequestContext, right: 'get' | 'create', named: string | undefined) =>
    merchantOf(db, context, `payment.apply.${right}`, named);

  /** What a wish would come to; one that only is a duplicate is looked at as if that were known. */
  async function look(
    context: RequestContext,
    wish: Wish,
    asked: Asked,
  ): Promise<{ readonly outcome: SubmitOutcome; readonly hasDuplicate: boolean }> {
    const { routed } = await routePayout(
      payouts,
      requestOf(payouts, context, wish, false),
      wish.payee.accountNo,
      asked.channel_alias,
    );
    const outcome = await rehearse(payouts, routed);
    const hasDuplicate = outcome.outcome === 'refused' && outcome.refusal === 'duplicatePayout';
    const known = hasDuplicate ? await rehearse(payouts, { ...routed, isDuplicateKnown: true }) : outcome;
    await held(db.app, routed, wish.merchant.agent_id, known);
    return { outcome: known, hasDuplicate };
  }

  const { applyPayout, deletePayee: forgetPayee, payees, payoutEffect, payoutWays, savePayee } = contract;
  bindEndpoints(
    app,
    { applyPayout, forgetPayee, payees, payoutEffect, payoutWays, savePayee },
    {
      async payoutEffect(context, asked) {
        const merchant = await merchantFor(context, 'create', asked.customer_id);
        const wish = await readWish(payouts, context, merchant, asked, await businessNow(db.app));
        const { hasDuplicate, outcome } = await look(context, wish, asked);
        if (outcome.outcome !== 'created') throw new Error('What holds no money has no effect');
        const { available } = await fundsOf(db.app, merchant.id, wish.currency);
        return present(context, wish, {
          fee: outcome.merchantFee,
          available,
          hasDuplicate,
          waits: outcome.waitReason,
        });
      },

      async applyPayout(context, asked) {
        const { actor } = context;
        const merchant = await merchantFor(context, 'create', asked.customer_id);
        // Thrown under the key, so that a repeated call is answered as the first one was, whatever has changed since.
        const found = await understand(context, merchant, asked).then(
          (ready) => ({ ready }),
          (error: unknown) => ({ error }),
        );
        const proven = await identity.proveStepUp(actor, {
          paymentPassword: asked.payment_password,
          oneCode: asked.one_code,
        });
        const { id } = await context.once(async (tx) => {
          if ('error' in found) throw found.error;
          const { routed, take, wish } = found.ready;
          await spendStepUp(tx, proven);
          const made = await submitByHand(payouts, tx, routed, merchant.agent_id);
          if (effectHash(wish, made.merchantFee) !== asked.effect_hash) throw new Refusal('staleEdit');
          await audit(tx, context, {
            act: 'payment.apply.create',
            objectKind: 'payout',
            objectId: String(made.orderId),
            after: {
              ...(asked.reason !== undefined && { reason: asked.reason }),
              ...(wish.memo !== null && { note: wish.memo }),
            },
          });
          take();
          return { id: String(made.orderId) };
        });
        const [row] = await listPayouts(db.app, actor.scope, { id: BigInt(id) }, '-created_at', {
          offset: 0,
          limit: 1,
        });
        if (row === undefined) throw new Error(`Payout ${id} is gone`);
        return presentPayout(row, actor, context.locale);
      },

      async payoutWays(context, asked) {
        const merchant = await merchantFor(context, 'get', asked.customer_id);
        const rows = await merchantChannels(db.app, merchant.id, merchant.agent_id, null, null, 'payout');
        const takes = mayTake(payouts, false);
        const open = rows.filter(
          (row) =>
            takes(row.driver) &&
            row.merchant_enabled &&
            row.agent_enabled &&
            row.channel_enabled &&
            row.account_enabled,
        );
        const currencies = [...new Set(open.map(({ currency }) => currency))];
        const ways = await Promise.all(
          currencies.map(async (currency) => ({
            currency,
            available: formatLedger((await fundsOf(db.app, merchant.id, currency)).available, currency),
            methods: [...new Set(open.filter((row) => row.currency === currency).map(({ alias }) => alias))],
          })),
        );
        return { customer: { id: String(merchant.id), name: merchant.name }, ways };
      },

      async payees(context, asked) {
        const merchant = await merchantFor(context, 'get', asked.customer_id);
        const at = await businessNow(db.app);
        const rows = await listPayees(db.app, merchant.id);
        return rows.map((row) => presentPayee(row, merchant, context.locale, at));
      },

      async savePayee(context, asked) {
        const merchant = await merchantFor(context, 'create', asked.customer_id);
        const payee = keepPayee(vault, readPayee(context.locale, asked));
        const row = await transact(db.app, async (tx) => {
          const by = { userId: context.actor.userId, alias: asked.alias || null };
          const kept = await insertPayee(tx, merchant.id, payee, by);
          if (kept === undefined) throw new Refusal('alreadyInList');
          await audit(tx, context, {
            act: 'payment.apply.create',
            objectKind: 'payee',
            objectId: String(kept.id),
            after: {
              customer_id: String(merchant.id),
              name: kept.account_name,
              shown: kept.card_shown,
              payee: kept.print,
              usable_from: kept.rests_until,
            },
          });
          return kept;
        });
        return presentPayee(row, merchant, context.locale, row.created_at);
      },

      async forgetPayee(context, { id }) {
        requireRight(context.actor, 'payment.apply.create');
        const owner = isId(id) ? await ownerOfPayee(db.app, BigInt(id)) : undefined;
        if (owner === undefined) throw new Refusal('notFound');
        const merchant = await merchantFor(context, 'create', String(owner));
        await transact(db.app, async (tx) => {
          if (!(await deletePayee(tx, merchant.id, BigInt(id)))) throw new Refusal('notFound');
          await audit(tx, context, {
            act: 'payment.apply.create',
            objectKind: 'payee',
            objectId: id,
            after: { enabled: false },
          });
        });
        return {};
      },
    },
  );

  async function understand(context: RequestContext, merchant: MerchantInScope, asked: Asked) {
    if (asked.duplicate_known && asked.reason === undefined) {
      const says = translate(context.locale, 'errors.reasonRequired');
      throw new Refusal('reasonRequired', { fields: { reason: [says] } });
    }
    const wish = await readWish(payouts, context, merchant, asked, await businessNow(db.app));
    const request = requestOf(payouts, context, wish, asked.duplicate_known);
    return { wish, ...(await routePayout(payouts, request, wish.payee.accountNo, asked.channel_alias)) };
  }
}

interface Seen {
  readonly fee: bigint;
  readonly available: bigint;
  readonly hasDuplicate: boolean;
  readonly waits: PayoutEffect['wait_reason'];
}

function present(
  { locale }: RequestContext,
  wish: Wish,
  { available, fee, hasDuplicate, waits }: Seen,
): PayoutEffect {
  const { amount, currency, merchant, orderNo, payee } = wish;
  const say = (minor: bigint, of: Currency = currency): string => formatLedger(minor, of);
  const total = amount + fee;
  return {
    effect: [
      { field: 'amount', before: null, after: say(amount) },
      { field: 'fee', before: null, after: say(fee) },
      { field: 'total', before: null, after: say(total) },
      { field: 'balance', before: say(available), after: say(available - total) },
      {
        field: 'amount_zh',
        before: null,
        after: capitalAmount(amount, currency, locale === 'zh-CN' ? 'simplified' : 'traditional'),
      },
    ],
    hash: effectHash(wish, fee),
    order_no: orderNo,
    customer: { id: String(merchant.id), name: merchant.name },
    currency,
    payee: {
      account_name: payee.accountName,
      bank_code: payee.bankCode,
      bank_name: bankName(payee.bankCode, locale),
      card_no: maskCard(payee.accountNo),
    },
    has_duplicate: hasDuplicate,
    wait_reason: waits,
  };
}
