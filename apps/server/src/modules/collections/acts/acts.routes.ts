import * as contract from '@suanpan/contract/endpoints/collection-acts';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { clearChannelUsage } from '../../channels/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { accountsAt } from '../awaited/accounts-at.queries.ts';
import { findForActor } from '../find-for-actor.ts';
import type { Collections } from '../service.ts';
import { endingOf } from './end-order.ts';
import { collectionLocks, freeLocked, listLocked } from './locks.queries.ts';

/** What operators do to orders: keeping one to oneself, giving others back, and ending one that is not paid. */
export function bindCollectionActs(
  app: Http,
  { db }: Pick<Collections, 'db'>,
  identity: Pick<Identity, 'proveStepUp'>,
): void {
  const find = (actor: Actor, id: string) => findForActor({ db }, actor, id);
  const { clearCollectionCardUsage, lockCollection, lockedCollections, unlockCollection, unlockCollections } =
    contract;
  const { markAbnormal, markAbnormalEffect, markManyAbnormal, testSupply, testSupplyEffect } = contract;
  const ending = endingOf(identity, find);
  bindEndpoints(
    app,
    {
      clearCollectionCardUsage,
      lockCollection,
      lockedCollections,
      markAbnormal,
      markAbnormalEffect,
      markManyAbnormal,
      testSupply,
      testSupplyEffect,
      unlockCollection,
      unlockCollections,
    },
    {
      markAbnormal: (context, input) => ending.end(context, 'abnormal', input),
      markAbnormalEffect: ({ actor }, { id }) => ending.effect(actor, 'abnormal', id),
      markManyAbnormal: (context, input) => ending.endMany(context, input),
      testSupply: (context, input) => ending.end(context, 'testSupply', input),
      testSupplyEffect: ({ actor }, { id }) => ending.effect(actor, 'testSupply', id),
      async lockCollection(context, { id }) {
        const { id: orderId } = await find(context.actor, id);
        const { until } = await transact(db.app, async (tx) => {
          const got = await collectionLocks.lockFor(tx, orderId, context.actor);
          await audit(tx, context, {
            act: 'collections.transactions.lock',
            objectKind: 'collection',
            objectId: id,
            after: { locked: true, ...(got.takenFrom !== null && { taken_from: String(got.takenFrom) }) },
          });
          return got;
        });
        return { lock_until: until.toISOString() };
      },
      async unlockCollection(context, { id }) {
        const { id: orderId } = await find(context.actor, id);
        await transact(db.app, async (tx) => {
          if (!(await collectionLocks.unlockFor(tx, orderId, context.actor.userId)))
            throw new Refusal('lockNotHeld');
          await audit(tx, context, {
            act: 'collections.transactions.lock',
            objectKind: 'collection',
            objectId: id,
            after: { locked: false },
          });
        });
        return {};
      },
      lockedCollections: async ({ actor }) => ({
        items: (await listLocked(db.app, actor.scope)).map((row) => ({
          id: String(row.order_id),
          no: row.order_no,
          locked_by: { id: String(row.user_id), name: row.username },
          lock_until: row.until.toISOString(),
        })),
      }),
      async clearCollectionCardUsage(context, input) {
        const { actor } = context;
        const proven = await identity.proveStepUp(actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        if (input.scope !== 'collection') throw new Refusal('noCardNumberFound');
        return context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const cleared = await clearChannelUsage(tx, actor.scope, {
            ...(input.card_no && { channelAccountIds: await accountsAt(tx, input.card_no) }),
            ...(input.channel_id !== undefined && { channelId: BigInt(input.channel_id) }),
            ...(input.customer_id !== undefined && { customerId: BigInt(input.customer_id) }),
          });
          if (cleared === 0) throw new Refusal('noCardNumberFound');
          await audit(tx, context, {
            act: 'collections.setting.clearCardUsage',
            objectKind: 'collectionSetting',
            objectId: input.customer_id ?? input.channel_id ?? 'all',
            after: { reason: input.reason, rows: String(cleared) },
          });
          return { cleared };
        });
      },
      async unlockCollections(context, input) {
        const { actor } = context;
        const proven = await identity.proveStepUp(actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        return context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const freed = await freeLocked(tx, actor.scope, input.order_ids);
          if (freed.length === 0) throw new Refusal('notFound');
          for (const orderId of freed) {
            await audit(tx, context, {
              act: 'collections.setting.unlockOrders',
              objectKind: 'collection',
              objectId: String(orderId),
              after: { locked: false, note: input.reason },
            });
          }
          return { cleared: freed.length };
        });
      },
    },
  );
}
