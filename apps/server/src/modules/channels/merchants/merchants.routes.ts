import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/merchant-channels';
import type { MerchantChannelEffect } from '@suanpan/contract/endpoints/merchant-channels';
import { Refusal } from '@suanpan/domain/errors';
import type { PriceJudgement } from '@suanpan/domain/fees/judge-price';
import { translateError } from '@suanpan/messages/translate';
import { display2 } from '@suanpan/money/display';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit, nameMaker } from '../../audit/index.ts';
import type { MerchantChannelsDeps } from './merchants-deps.ts';
import { presentMerchant, routeOf } from './merchants.present.ts';
import { findMethod, findPlace, listMerchants, methodsOf, sumMerchants } from './merchants.queries.ts';
import type { MerchantFilter } from './merchants.queries.ts';
import { changesOf, fingerprintOf, judge, readLimits, readPrices, refuseLoss, tell } from './method.ts';
import type { Direction, EffectRows, MethodPlace, MethodPrices, MethodSettings } from './method.ts';
import { changeMethod, insertMethod, removeMethod } from './methods.store.ts';

type Added = ParsedInputOf<typeof contract.addCollectionMerchantEffect>;
type Changed = ParsedInputOf<typeof contract.updateCollectionMerchantEffect>;
type Removed = ParsedInputOf<typeof contract.removeCollectionMerchantEffect>;
type Asked = Omit<ParsedInputOf<typeof contract.collectionMerchants>, 'page' | 'paginate' | 'cursor'>;

/** What an act would do, looked at before and again in the act itself. */
interface Plan {
  readonly effect: EffectRows;
  readonly loss: PriceJudgement['loss'];
  readonly place: MethodPlace;
  readonly hash: string;
  /** Does it; answers the number of the row. */
  perform(tx: Tx): Promise<bigint>;
}

/** The channels of merchants: which they have, how often each is drawn, and within which limits. */
export function bindMerchants(app: Http, deps: MerchantChannelsDeps): void {
  const { db } = deps;

  const handlers = (direction: Direction) => {
    const screen = routeOf[direction];

    const shown = (
      { locale }: RequestContext,
      { effect, hash, loss, place }: Plan,
    ): MerchantChannelEffect => ({
      effect,
      loss: loss === null ? null : sayLoss(locale, loss, place.currency),
      hash,
    });

    /** Refuses `staleEdit` where the effect is no longer the one that was shown. */
    async function act(
      context: RequestContext,
      verb: 'create' | 'update' | 'delete',
      { effect_hash: seen, reason }: { effect_hash: string; reason?: string | undefined },
      look: (tx: Tx) => Promise<Plan>,
    ): Promise<Record<string, never>> {
      const { actor, requestId } = context;
      try {
        return await transact(db.app, async (tx) => {
          await nameMaker(tx, actor.userId, requestId);
          const plan = await look(tx);
          if (plan.hash !== seen) throw new Refusal('staleEdit');
          const id = await plan.perform(tx);
          const side = (of: 'before' | 'after') =>
            plan.effect.map((row) => `${row.field} ${row[of] ?? '–'}`).join('; ');
          await audit(tx, context, {
            act: `${screen}.${verb}`,
            objectKind: 'channel',
            objectId: String(plan.place.channel_id),
            before: { rule: verb === 'create' ? null : side('before') },
            after: {
              id: String(id),
              customer_id: String(plan.place.customer_id),
              rule: verb === 'delete' ? null : side('after'),
              ...(reason !== undefined && { note: reason }),
            },
          });
          return {};
        });
      } catch (error) {
        throw isUniqueViolation(error) ? new Refusal('alreadyInList') : error;
      }
    }

    async function lookAtNew(tx: Tx, { actor }: RequestContext, input: Added): Promise<Plan> {
      const ids = [BigInt(input.customer_id), BigInt(input.channel_id)] as const;
      const place = await findPlace(tx, actor.scope, direction, ...ids);
      if (place === undefined) throw new Refusal('notFound');
      const settings = settingsOf(input, place.currency, false);
      const prices = readPrices(
        { merchant: input.merchant_fee, subAgent: input.sub_agent_fee, middleman: input.middleman_fee },
        place.currency,
      );
      const judgement = judge(place, settings, prices, direction);
      const effect = changesOf(null, tell(place, settings, prices));
      return {
        effect,
        loss: judgement.loss,
        place,
        hash: fingerprintOf([input.customer_id, input.channel_id, effect]),
        async perform(own) {
          refuseLoss(judgement, settings.allow_loss, direction);
          return (await insertMethod(own, ...ids, settings, prices)).id;
        },
      };
    }

    async function lookAtChange(tx: Tx, { actor }: RequestContext, input: Changed): Promise<Plan> {
      const kept = await findMethod(tx, actor.scope, direction, BigInt(input.id), true);
      if (kept === undefined) throw new Refusal('notFound');
      if (kept.version !== input.v) throw new Refusal('staleEdit');
      const settings = settingsOf(input, kept.currency, kept.allow_loss);
      const prices: MethodPrices = kept;
      const judgement = judge(kept, settings, prices, direction);
      const effect = changesOf(tell(kept, kept, prices), tell(kept, settings, prices));
      // What stood as it is may be drawn more or less often; whatever lets other amounts in is looked at.
      const isLooser =
        settings.min_amount !== kept.min_amount ||
        settings.max_amount !== kept.max_amount ||
        settings.allow_loss !== kept.allow_loss ||
        (settings.enabled && !kept.enabled);
      return {
        effect,
        loss: judgement.loss,
        place: kept,
        hash: fingerprintOf([input.id, input.v, effect]),
        async perform(own) {
          if (isLooser) refuseLoss(judgement, settings.allow_loss, direction);
          if ((await changeMethod(own, kept.id, input.v, settings)) === undefined)
            throw new Refusal('staleEdit');
          return kept.id;
        },
      };
    }

    async function lookAtEnd(tx: Tx, { actor }: RequestContext, input: Removed): Promise<Plan> {
      const kept = await findMethod(tx, actor.scope, direction, BigInt(input.id), true);
      if (kept === undefined) throw new Refusal('notFound');
      if (kept.version !== input.v) throw new Refusal('staleEdit');
      const effect = changesOf(tell(kept, kept, kept), null);
      return {
        effect,
        loss: null,
        place: kept,
        hash: fingerprintOf([input.id, input.v, effect]),
        async perform(own) {
          if (!(await removeMethod(own, kept.id, input.v))) throw new Refusal('staleEdit');
          return kept.id;
        },
      };
    }

    return {
      async list({ actor }: RequestContext, input: ParsedInputOf<typeof contract.collectionMerchants>) {
        const filter = merchantFilterOf(direction, input);
        const [merchants, sums, at] = await Promise.all([
          listMerchants(db.app, actor.scope, filter, page(input)),
          sumMerchants(db.app, actor.scope, filter),
          businessNow(db.app),
        ]);
        const methods = await methodsOf(
          db.app,
          merchants.map(({ id }) => id),
          filter,
        );
        return answerPage(input, {
          items: merchants.map((merchant) =>
            presentMerchant(
              merchant,
              methods.filter(({ customer_id: of }) => of === merchant.id),
              { actor, at, direction },
            ),
          ),
          total: sums.merchants,
          summary: { channels: sums.channels, enabled: sums.enabled },
        });
      },
      add: (context: RequestContext, { effect_hash, ...input }: Added & { effect_hash: string }) =>
        act(context, 'create', { effect_hash, reason: input.reason }, (tx) => lookAtNew(tx, context, input)),
      addEffect: (context: RequestContext, input: Added) =>
        transact(db.app, async (tx) => shown(context, await lookAtNew(tx, context, input))),
      update: (context: RequestContext, { effect_hash, ...input }: Changed & { effect_hash: string }) =>
        act(context, 'update', { effect_hash, reason: input.reason }, (tx) =>
          lookAtChange(tx, context, input),
        ),
      updateEffect: (context: RequestContext, input: Changed) =>
        transact(db.app, async (tx) => shown(context, await lookAtChange(tx, context, input))),
      remove: (context: RequestContext, { effect_hash, ...input }: Removed & { effect_hash: string }) =>
        act(context, 'delete', { effect_hash }, (tx) => lookAtEnd(tx, context, input)),
      removeEffect: (context: RequestContext, input: Removed) =>
        transact(db.app, async (tx) => shown(context, await lookAtEnd(tx, context, input))),
    };
  };

  const collection = handlers('collection');
  const payout = handlers('payout');
  bindEndpoints(
    app,
    {
      collectionMerchants: contract.collectionMerchants,
      addCollectionMerchant: contract.addCollectionMerchant,
      addCollectionMerchantEffect: contract.addCollectionMerchantEffect,
      updateCollectionMerchant: contract.updateCollectionMerchant,
      updateCollectionMerchantEffect: contract.updateCollectionMerchantEffect,
      removeCollectionMerchant: contract.removeCollectionMerchant,
      removeCollectionMerchantEffect: contract.removeCollectionMerchantEffect,
      payoutMerchants: contract.payoutMerchants,
      merchantsWithoutPayouts: contract.merchantsWithoutPayouts,
      addPayoutMerchant: contract.addPayoutMerchant,
      addPayoutMerchantEffect: contract.addPayoutMerchantEffect,
      updatePayoutMerchant: contract.updatePayoutMerchant,
      updatePayoutMerchantEffect: contract.updatePayoutMerchantEffect,
      removePayoutMerchant: contract.removePayoutMerchant,
      removePayoutMerchantEffect: contract.removePayoutMerchantEffect,
    },
    {
      collectionMerchants: collection.list,
      addCollectionMerchant: collection.add,
      addCollectionMerchantEffect: collection.addEffect,
      updateCollectionMerchant: collection.update,
      updateCollectionMerchantEffect: collection.updateEffect,
      removeCollectionMerchant: collection.remove,
      removeCollectionMerchantEffect: collection.removeEffect,
      payoutMerchants: payout.list,
      addPayoutMerchant: payout.add,
      addPayoutMerchantEffect: payout.addEffect,
      updatePayoutMerchant: payout.update,
      updatePayoutMerchantEffect: payout.updateEffect,
      removePayoutMerchant: payout.remove,
      removePayoutMerchantEffect: payout.removeEffect,
      async merchantsWithoutPayouts({ actor }, input) {
        const filter: MerchantFilter = {
          direction: 'payout',
          isUnset: true,
          ...(input.search && { search: input.search }),
        };
        const [rows, sums] = await Promise.all([
          listMerchants(db.app, actor.scope, filter, page(input)),
          sumMerchants(db.app, actor.scope, filter),
        ]);
        const isHis = actor.scope.kind === 'platform' || actor.scope.kind === 'agent';
        return answerPage(input, {
          items: rows.map((row) => ({
            customer: { id: String(row.id), name: row.name },
            agent: { id: String(row.agent_id), name: isHis ? row.agent_name : '' },
            since: row.created_at.toISOString(),
          })),
          total: sums.merchants,
          summary: {},
        });
      },
    },
  );
}

export function merchantFilterOf(direction: Direction, asked: Asked): MerchantFilter {
  return {
    direction,
    ...(asked.search && { search: asked.search }),
    ...(asked.method_id !== undefined && { channelId: BigInt(asked.method_id) }),
    ...(asked.alias && { alias: asked.alias }),
    ...(asked.customer_id !== undefined && { customerId: BigInt(asked.customer_id) }),
  };
}

/** Limits and switches as typed; a loss that was not allowed before is allowed with a reason alone. */
function settingsOf(
  input: Omit<Changed, 'id' | 'v'>,
  currency: Currency,
  allowedLoss: boolean,
): MethodSettings {
  const allows = input.allow_loss ?? allowedLoss;
  if (allows && !allowedLoss && input.reason === undefined) throw new Refusal('reasonRequired');
  return {
    alias: input.alias,
    weight: input.weight,
    polling: input.polling,
    priority: input.priority,
    daily_count: input.daily_count,
    enabled: input.enabled,
    allow_loss: allows,
    ...readLimits(input, currency),
  };
}

/** At which amount the senior agent would lose how much. */
export function sayLoss(
  locale: Locale,
  { amount, net }: NonNullable<PriceJudgement['loss']>,
  currency: Currency,
): string {
  const said = (minor: bigint): string => `${display2(formatLedger(minor, currency))} ${currency}`;
  return translateError(locale, 'feeInversion', { amount: said(amount), loss: said(-net) });
}
