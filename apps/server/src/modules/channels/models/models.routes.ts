import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/channel-models';
import type { ChannelModelRow } from '@suanpan/contract/endpoints/channel-models';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit, nameMaker } from '../../audit/index.ts';
import { priceOf, windowsOf } from '../present-channel.ts';
import type { MerchantChannelsDeps } from '../merchants/merchants-deps.ts';
import { readLimits, readPrices } from '../merchants/method.ts';
import type { Direction } from '../merchants/method.ts';
import { formatLedger } from '@suanpan/money/amount';
import { parseRate } from '@suanpan/money/rate';
import { giveActs, givenOf } from './give-act.ts';
import { differencesOf, planGiving, tellModel } from './give-model.ts';
import {
  countCustomerModels,
  countModels,
  isAgent,
  itemsOf,
  keptMethods,
  listCustomerModels,
  listModels,
  merchantsAmong,
  offeredChannels,
} from './models.queries.ts';
import type { CustomerModelFilter, ListedModel, ModelItem } from './models.queries.ts';
import { dropGiven, dropModel, insertModel, renameModel, replaceItems } from './models.store.ts';

type Typed = Pick<ParsedInputOf<typeof contract.updateCollectionModel>, 'items' | 'name'>;
type Verb = 'create' | 'update' | 'delete';

/** Where templates of a direction are kept, and where they are given: payouts have one screen for both. */
const screensOf = {
  collection: { models: 'collectionMethod.c_m', given: 'collectionMethod.customer_c_m' },
  payout: { models: 'paymentMethod.customer_p_m', given: 'paymentMethod.customer_p_m' },
} as const;

/** Templates of channels, and the merchants who go by them. */
export function bindModels(
  app: Http,
  { approvals, db }: Pick<MerchantChannelsDeps, 'db' | 'approvals'>,
): void {
  const gifts = {
    collection: approvals.register(giveActs.collection),
    payout: approvals.register(giveActs.payout),
  };
  const handlers = (direction: Direction) => {
    const screens = screensOf[direction];

    async function note(
      tx: Tx,
      context: RequestContext,
      act: Permission,
      id: bigint,
      change: { readonly before: string | null; readonly after: string | null },
    ): Promise<void> {
      await audit(tx, context, {
        act,
        objectKind: 'channelModel',
        objectId: String(id),
        before: { rule: change.before },
        after: { rule: change.after },
      });
    }

    async function write(
      context: RequestContext,
      work: (tx: Tx) => Promise<void>,
    ): Promise<Record<string, never>> {
      try {
        await transact(db.app, async (tx) => {
          await nameMaker(tx, context.actor.userId, context.requestId);
          await work(tx);
        });
        return {};
      } catch (error) {
        throw isUniqueViolation(error) ? new Refusal('alreadyInList') : error;
      }
    }

    /** A template that the caller may change: his own, and every one for the platform. */
    async function findOwn(tx: Tx, { scope }: Actor, id: string): Promise<ListedModel> {
      const [model] = await listModels(tx, scope, { direction, id: BigInt(id) }, { offset: 0, limit: 1 });
      if (model === undefined || !isOwn(scope, model)) throw new Refusal('notFound');
      return model;
    }

    async function readItems(tx: Tx, agentId: bigint | null, typed: Typed['items']) {
      const ids = [...new Set(typed.map((item) => BigInt(item.channel_id)))];
      const offered = await offeredChannels(tx, direction, agentId, ids);
      return typed.map((item) => {
        const currency = offered.get(BigInt(item.channel_id));
        if (currency === undefined) throw new Refusal('notFound');
        const { fees, limits } = item;
        return {
          channel_id: BigInt(item.channel_id),
          alias: item.alias,
          weight: item.weight,
          polling: item.polling,
          priority: item.priority,
          daily_count: limits.daily_count,
          ...readLimits(limits, currency),
          ...readPrices(
            { merchant: fees.merchant, subAgent: fees.sub_agent, middleman: fees.middleman },
            currency,
          ),
        };
      });
    }

    return {
      async list({ actor }: RequestContext, input: ParsedInputOf<typeof contract.collectionModels>) {
        const filter = { direction, ...(input.search && { search: input.search }) };
        const [models, total] = await Promise.all([
          listModels(db.app, actor.scope, filter, page(input)),
          countModels(db.app, actor.scope, filter),
        ]);
        const items = await itemsOf(
          db.app,
          models.map(({ id }) => id),
        );
        return answerPage(input, {
          items: models.map((model) =>
            presentModel(
              model,
              items.filter(({ model_id: of }) => of === model.id),
              actor,
              screens.models,
            ),
          ),
          total,
          summary: {},
        });
      },
      add: (context: RequestContext, input: ParsedInputOf<typeof contract.addCollectionModel>) =>
        write(context, async (tx) => {
          const { scope } = context.actor;
          if (scope.kind !== 'platform' && scope.kind !== 'agent') throw new Refusal('forbidden');
          if (
            scope.kind === 'agent' &&
            input.agent_id !== undefined &&
            input.agent_id !== String(scope.agentId)
          )
            throw new Refusal('enterPremiumProxyId');
          const named = input.agent_id === undefined ? null : BigInt(input.agent_id);
          if (named !== null && !(await isAgent(tx, named))) throw new Refusal('enterPremiumProxyId');
          const agentId = scope.kind === 'agent' ? scope.agentId : named;
          const items = await readItems(tx, agentId, input.items);
          const id = await insertModel(tx, direction, agentId, input.name);
          await replaceItems(tx, id, items);
          await note(tx, context, `${screens.models}.create`, id, {
            before: null,
            after: await said(tx, id, input.name),
          });
        }),
      update: (context: RequestContext, input: ParsedInputOf<typeof contract.updateCollectionModel>) =>
        write(context, async (tx) => {
          const model = await findOwn(tx, context.actor, input.id);
          const before = await said(tx, model.id, model.name);
          if (!(await renameModel(tx, model.id, input.v, input.name))) throw new Refusal('staleEdit');
          await replaceItems(tx, model.id, await readItems(tx, model.agent_id, input.items));
          const after = await said(tx, model.id, input.name);
          await note(tx, context, `${screens.models}.update`, model.id, { before, after });
        }),
      remove: (context: RequestContext, input: ParsedInputOf<typeof contract.deleteCollectionModel>) =>
        write(context, async (tx) => {
          const model = await findOwn(tx, context.actor, input.id);
          const before = await said(tx, model.id, model.name);
          if (!(await dropModel(tx, model.id, input.v))) throw new Refusal('staleEdit');
          await note(tx, context, `${screens.models}.delete`, model.id, { before, after: null });
        }),

      async merchants(
        { actor }: RequestContext,
        input: ParsedInputOf<typeof contract.collectionCustomerModels>,
      ) {
        const filter = customerModelFilterOf(direction, input);
        const [rows, total] = await Promise.all([
          listCustomerModels(db.app, actor.scope, filter, page(input)),
          countCustomerModels(db.app, actor.scope, filter),
        ]);
        const methods = await keptMethods(
          db.app,
          actor.scope,
          direction,
          rows.map(({ customer_id: id }) => id),
        );
        const given = [...new Set(rows.flatMap(({ model_id: id }) => (id === null ? [] : [id])))];
        const items = await itemsOf(db.app, given);
        const may = (verb: Verb): boolean => actor.permissions.has(`${screens.given}.${verb}`);
        return answerPage(input, {
          items: rows.map((row) => {
            const own = methods.filter(({ customer_id: of }) => of === row.customer_id);
            const said = items.filter(({ model_id: of }) => of === row.model_id);
            return {
              customer: { id: String(row.customer_id), name: row.customer_name },
              agent: { id: String(row.agent_id), name: row.agent_name },
              model: row.model_id === null ? null : { id: String(row.model_id), name: row.model_name ?? '' },
              channels: own.map(({ alias, channel_name: channel, enabled }) => ({ alias, channel, enabled })),
              differs: row.model_id === null ? [] : differencesOf(own, said),
              actions: [
                ...(may('update') ? (['update'] as const) : []),
                ...(may('delete') && row.model_id !== null ? (['delete'] as const) : []),
              ],
            };
          }),
          total,
          summary: {},
        });
      },
      giveEffect: (
        { actor }: RequestContext,
        input: ParsedInputOf<typeof contract.giveCollectionModelEffect>,
      ) =>
        transact(db.app, async (tx) => {
          const { effect, hash } = await planGiving(tx, actor.scope, givenOf(direction, input));
          return { effect, hash };
        }),
      async give(
        context: RequestContext,
        { effect_hash: seen, reason, ...input }: ParsedInputOf<typeof contract.giveCollectionModel>,
      ) {
        const given = givenOf(direction, input);
        const { scope } = context.actor;
        const look = async (tx: Tx) => {
          const plan = await planGiving(tx, scope, given);
          if (plan.hash !== seen) throw new Refusal('staleEdit');
          return plan;
        };
        const { isPriced } = await transact(db.app, look);
        if (isPriced) {
          const giving = { ...input, tree: scope.kind === 'agent' ? String(scope.agentId) : null };
          return approvals.submit(context, gifts[direction], giving, { reason });
        }
        await write(context, async (tx) => {
          const plan = await look(tx);
          await plan.perform(tx);
          const ids = plan.effect.map(({ customer }) => customer.id).join(' ');
          await note(tx, context, `${screens.given}.update`, given.modelId, {
            before: null,
            after: `${plan.name}: ${ids}`,
          });
        });
        return { state: 'done' as const };
      },
      drop: (context: RequestContext, { id }: { id: string }) =>
        write(context, async (tx) => {
          const [merchant] = await merchantsAmong(tx, context.actor.scope, [BigInt(id)]);
          if (merchant === undefined || !(await dropGiven(tx, direction, merchant.id)))
            throw new Refusal('notFound');
          await audit(tx, context, {
            act: `${screens.given}.delete`,
            objectKind: 'user',
            objectId: id,
          });
        }),
    };
  };

  const [collection, payout] = [handlers('collection'), handlers('payout')];
  bindEndpoints(
    app,
    {
      collectionModels: contract.collectionModels,
      addCollectionModel: contract.addCollectionModel,
      updateCollectionModel: contract.updateCollectionModel,
      deleteCollectionModel: contract.deleteCollectionModel,
      collectionCustomerModels: contract.collectionCustomerModels,
      giveCollectionModel: contract.giveCollectionModel,
      giveCollectionModelEffect: contract.giveCollectionModelEffect,
      dropCollectionModel: contract.dropCollectionModel,
      payoutModels: contract.payoutModels,
      addPayoutModel: contract.addPayoutModel,
      updatePayoutModel: contract.updatePayoutModel,
      deletePayoutModel: contract.deletePayoutModel,
      payoutCustomerModels: contract.payoutCustomerModels,
      givePayoutModel: contract.givePayoutModel,
      givePayoutModelEffect: contract.givePayoutModelEffect,
      dropPayoutModel: contract.dropPayoutModel,
    },
    {
      collectionModels: collection.list,
      addCollectionModel: collection.add,
      updateCollectionModel: collection.update,
      deleteCollectionModel: collection.remove,
      collectionCustomerModels: collection.merchants,
      giveCollectionModel: collection.give,
      giveCollectionModelEffect: collection.giveEffect,
      dropCollectionModel: collection.drop,
      payoutModels: payout.list,
      addPayoutModel: payout.add,
      updatePayoutModel: payout.update,
      deletePayoutModel: payout.remove,
      payoutCustomerModels: payout.merchants,
      givePayoutModel: payout.give,
      givePayoutModelEffect: payout.giveEffect,
      dropPayoutModel: payout.drop,
    },
  );
}

const isOwn = (scope: Actor['scope'], model: ListedModel): boolean =>
  scope.kind === 'platform' || (scope.kind === 'agent' && model.agent_id === scope.agentId);

export function customerModelFilterOf(
  direction: Direction,
  input: { id?: string | undefined; channel_name?: string | undefined; search?: string | undefined },
): CustomerModelFilter {
  return {
    direction,
    ...(input.id !== undefined && { modelId: BigInt(input.id) }),
    ...(input.channel_name && { channelName: input.channel_name }),
    ...(input.search && { search: input.search }),
  };
}

/** A template in the log: its name, and what it sets. */
const said = async (tx: Tx, id: bigint, name: string): Promise<string> =>
  tellModel(name, await itemsOf(tx, [id]));

function presentModel(
  model: ListedModel,
  items: readonly ModelItem[],
  { permissions, scope }: Actor,
  screen: 'collectionMethod.c_m' | 'paymentMethod.customer_p_m',
): ChannelModelRow {
  return {
    id: String(model.id),
    name: model.name,
    agent: model.agent_id === null ? null : { id: String(model.agent_id), name: model.agent_name ?? '' },
    items: items.map((item) => {
      const money = (minor: bigint): string => formatLedger(minor, item.currency);
      const price = (pct: string, perItem: bigint) => priceOf(parseRate(pct), perItem, item);
      return {
        channel_id: String(item.channel_id),
        channel: item.channel_name,
        currency: item.currency,
        alias: item.alias,
        weight: item.weight,
        polling: item.polling,
        priority: item.priority,
        limits: {
          min_amount: money(item.min_amount),
          max_amount: money(item.max_amount),
          daily_amount: money(item.daily_amount),
          daily_count: item.daily_count,
          balance_limit: item.balance_limit === null ? null : money(item.balance_limit),
          windows: windowsOf(item.windows),
        },
        fees: {
          merchant: price(item.merchant_pct, item.merchant_per_item),
          sub_agent: price(item.sub_agent_pct, item.sub_agent_per_item),
          middleman: price(item.middleman_pct, item.middleman_per_item),
        },
      };
    }),
    customers: model.customers,
    v: model.version,
    actions: (['update', 'delete'] as const).filter(
      (verb) => isOwn(scope, model) && permissions.has(`${screen}.${verb}`),
    ),
  };
}
