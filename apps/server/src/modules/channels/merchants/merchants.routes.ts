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
import type { RequestContext, Scope } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import { audit, nameMaker } from '../../audit/index.ts';
import type { MerchantChannelsDeps } from './merchants-deps.ts';
import { onMerchants, presentMerchant, routeOf } from './merchants.present.ts';
import { listMerchants, methodsOf, sumMerchants } from './merchants.queries.ts';
import type { MerchantFilter } from './merchants.queries.ts';
import type { Direction } from './method.ts';
import { addMethodActs, allowLossAct, tellSide } from './method-acts.ts';
import { planChange, planEnd, planNew } from './plan-method.ts';
import type { Added, Changed, MethodPlan, Removed } from './plan-method.ts';

type Asked = Omit<ParsedInputOf<typeof contract.collectionMerchants>, 'page' | 'paginate' | 'cursor'>;

/** The channels of merchants: which they have, how often each is drawn, and within which limits. */
export function bindMerchants(app: Http, { approvals, db }: MerchantChannelsDeps): void {
  const additions = {
    collection: approvals.register(addMethodActs.collection),
    payout: approvals.register(addMethodActs.payout),
  };
  const losses = approvals.register(allowLossAct);

  const handlers = (direction: Direction) => {
    const screen = routeOf[direction];

    const shown = (
      { locale }: RequestContext,
      { effect, hash, loss, place }: MethodPlan,
    ): MerchantChannelEffect => ({
      effect,
      loss: loss === null ? null : sayLoss(locale, loss, place.currency),
      hash,
    });

    /** Refuses `staleEdit` where the effect is no longer the one that was shown. */
    async function look(
      context: RequestContext,
      seen: string,
      plan: (tx: Tx, scope: Scope) => Promise<MethodPlan>,
    ): Promise<MethodPlan> {
      const planned = await transact(db.app, (tx) => plan(tx, context.actor.scope));
      if (planned.hash !== seen) throw new Refusal('staleEdit');
      return planned;
    }

    async function act(
      context: RequestContext,
      verb: 'update' | 'delete',
      { effect_hash: seen, reason }: { effect_hash: string; reason?: string | undefined },
      plan: (tx: Tx, scope: Scope) => Promise<MethodPlan>,
    ): Promise<void> {
      const { actor, requestId } = context;
      try {
        await transact(db.app, async (tx) => {
          await nameMaker(tx, actor.userId, requestId);
          const planned = await plan(tx, actor.scope);
          const { effect, hash, place } = planned;
          if (hash !== seen) throw new Refusal('staleEdit');
          const id = await planned.perform(tx);
          await audit(tx, context, {
            act: `${screen}.${verb}`,
            objectKind: 'channel',
            objectId: String(place.channel_id),
            before: { rule: tellSide(effect, 'before') },
            after: {
              id: String(id),
              customer_id: String(place.customer_id),
              rule: verb === 'delete' ? null : tellSide(effect, 'after'),
              ...(reason !== undefined && { note: reason }),
            },
          });
        });
      } catch (error) {
        throw isUniqueViolation(error) ? new Refusal('alreadyInList') : error;
      }
    }

    return {
      async list({ actor }: RequestContext, input: ParsedInputOf<typeof contract.collectionMerchants>) {
        const filter = merchantFilterOf(direction, input);
        const [merchants, sums, at] = await Promise.all([
          listMerchants(db.app, actor.scope, filter, page(input)),
          sumMerchants(db.app, actor.scope, filter),
          businessNow(db.app),
        ]);
        const ids = merchants.map(({ id }) => id);
        const [methods, waiting] = await Promise.all([
          methodsOf(db.app, actor.scope, ids, filter),
          waitingActsOn(db.app, actor, onMerchants[direction], merchants),
        ]);
        return answerPage(input, {
          items: merchants.map((merchant) =>
            presentMerchant(
              merchant,
              methods.filter(({ customer_id: of }) => of === merchant.id),
              { actor, at, direction, waiting },
            ),
          ),
          total: sums.merchants,
          summary: { channels: sums.channels, enabled: sums.enabled },
        });
      },
      async add(
        context: RequestContext,
        { effect_hash, ...input }: Added & { effect_hash: string; reason: string },
      ) {
        await look(context, effect_hash, (tx, scope) => planNew(tx, scope, direction, input));
        return approvals.submit(context, additions[direction], input, { reason: input.reason });
      },
      addEffect: (context: RequestContext, input: Added) =>
        transact(db.app, async (tx) =>
          shown(context, await planNew(tx, context.actor.scope, direction, input)),
        ),
      async update(context: RequestContext, { effect_hash, ...input }: Changed & { effect_hash: string }) {
        const { reason } = input;
        const plan = (tx: Tx, scope: Scope) => planChange(tx, scope, direction, input);
        const { allowsLoss } = await look(context, effect_hash, plan);
        if (allowsLoss && direction === 'collection' && reason !== undefined)
          return approvals.submit(context, losses, input, { reason });
        await act(context, 'update', { effect_hash, reason }, plan);
        return { state: 'done' as const };
      },
      updateEffect: (context: RequestContext, input: Changed) =>
        transact(db.app, async (tx) =>
          shown(context, await planChange(tx, context.actor.scope, direction, input)),
        ),
      async remove(context: RequestContext, { effect_hash, ...input }: Removed & { effect_hash: string }) {
        await act(context, 'delete', { effect_hash }, (tx, scope) => planEnd(tx, scope, direction, input));
        return {};
      },
      removeEffect: (context: RequestContext, input: Removed) =>
        transact(db.app, async (tx) =>
          shown(context, await planEnd(tx, context.actor.scope, direction, input)),
        ),
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

/** At which amount the senior agent would lose how much. */
export function sayLoss(
  locale: Locale,
  { amount, net }: NonNullable<PriceJudgement['loss']>,
  currency: Currency,
): string {
  const said = (minor: bigint): string => `${display2(formatLedger(minor, currency))} ${currency}`;
  return translateError(locale, 'feeInversion', { amount: said(amount), loss: said(-net) });
}
