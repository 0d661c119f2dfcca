import { counterDay, createByHand, manualMethods } from '@suanpan/contract/endpoints/manual-collections';
import type { manualVias } from '@suanpan/contract/endpoints/manual-collections';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { translate, translateError } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { findMerchant, ownMerchant } from '../../orders/index.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import { checkoutUrlOf } from '../create/checkout-token.ts';
import { presentCollection } from '../read/collections.present.ts';
import { listCollections } from '../read/search.queries.ts';
import type { Collections } from '../service.ts';
import { counterOrders, counterSums } from './by-hand.queries.ts';
import { allocateByHand, insertByHand, methodsByHand, refuseByHand } from './make-by-hand.ts';

const rights: Readonly<Record<(typeof manualVias)[number], Permission>> = {
  create: 'collections.create.create',
  counter: 'counter.create',
};

/** Orders that people make for payers who sit before them, or who wait for a link. */
export function bindByHand(
  app: Http,
  collections: Collections,
  identity: Pick<Identity, 'proveStepUp'>,
): void {
  const { db } = collections;

  async function merchantFor(
    { actor, locale }: RequestContext,
    asked: { readonly via: keyof typeof rights; readonly customer_id?: string | undefined },
  ): Promise<MerchantInScope> {
    if (!actor.permissions.has(rights[asked.via])) throw new Refusal('forbidden');
    const id = asked.customer_id === undefined ? ownMerchant(actor.scope) : BigInt(asked.customer_id);
    if (id === null) {
      const says = translate(locale, 'common.validation.required');
      throw new Refusal('invalidFields', { fields: { customer_id: [says] } });
    }
    const merchant = await findMerchant(db.app, actor.scope, id);
    if (merchant === undefined) throw new Refusal('notFound');
    return merchant;
  }

  bindEndpoints(
    app,
    { manualMethods, createByHand, counterDay },
    {
      async manualMethods(context, asked) {
        const merchant = await merchantFor(context, asked);
        const methods = await methodsByHand(collections, merchant, asked.is_test === 'true');
        return {
          customer: { id: String(merchant.id), name: merchant.name },
          currencies: [...new Set(methods.map(({ currency }) => currency))],
          methods: methods.map(({ code, currency, kind, max, min, needsName }) => ({
            code,
            kind,
            currency,
            min: min === 0n ? null : formatLedger(min, currency),
            max: max === 0n ? null : formatLedger(max, currency),
            needs_name: needsName,
          })),
        };
      },
      async createByHand(context, asked) {
        const { actor } = context;
        const merchant = await merchantFor(context, asked);
        // Thrown under the key, so that a repeated call is answered as the first one was, whatever has changed since.
        const refused = await refuseByHand(collections, merchant, asked).then(
          () => null,
          (error: unknown) => ({ error }),
        );
        const { one_code: oneCode, payment_password: paymentPassword } = asked;
        const proven =
          oneCode === undefined || paymentPassword === undefined
            ? null
            : await identity.proveStepUp(actor, { oneCode, paymentPassword });
        const made = await context.once(async (tx) => {
          if (refused !== null) throw inWords(refused.error, context.locale);
          if (proven !== null) await spendStepUp(tx, proven);
          return { id: String(await insertByHand(tx, context, merchant, asked)) };
        });
        const orderId = BigInt(made.id);
        const refusal = await allocateByHand(collections, orderId);
        const [row] = await listCollections(db.app, actor.scope, { ids: [orderId] }, '-created_at', {
          offset: 0,
          limit: 1,
        });
        if (row === undefined) throw new Error(`Order ${orderId} is gone`);
        return {
          ...presentCollection(row, actor),
          checkout_url: checkoutUrlOf(collections, orderId),
          refusal,
        };
      },
      async counterDay({ actor }, asked) {
        const day = asked.day ?? regionDayText(regionDayOf(await businessNow(db.app)));
        const sums = await counterSums(db.app, actor.scope, actor.userId, day);
        const orders = await counterOrders(db.app, actor.scope, actor.userId, day);
        return {
          day,
          by_currency: sums.map(({ count, currency, paid, sum }) => ({
            currency,
            count: countOf(count),
            paid: countOf(paid),
            sum: formatLedger(sum, currency),
          })),
          orders: orders.map(({ id, created_at: createdAt, order_amount: amount, ...row }) => ({
            ...row,
            id: String(id),
            order_amount: formatLedger(amount, row.currency),
            created_at: createdAt.toISOString(),
            checkout_url: checkoutUrlOf(collections, id),
          })),
        };
      },
    },
  );
}

/** A refusal of a field stands beside the field as the sentence that it is. */
function inWords(error: unknown, locale: Locale): unknown {
  if (!(error instanceof Refusal) || error.fields === undefined) return error;
  const { params, refusal } = error;
  const says = translateError(locale, refusal, params);
  const fields = Object.fromEntries(Object.keys(error.fields).map((field) => [field, [says]]));
  return new Refusal(refusal, { params, fields });
}
