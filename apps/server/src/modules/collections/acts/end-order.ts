import { hash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import type { ActEffect, markAbnormal, markManyAbnormal } from '@suanpan/contract/endpoints/collection-acts';
import { Refusal } from '@suanpan/domain/errors';
import { nextCollectionStatus } from '@suanpan/domain/states/collection';
import type { CollectionEvent, CollectionStatus } from '@suanpan/domain/states/collection';
import { translateError } from '@suanpan/messages/translate';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Actor, KeyedContext } from '../../../platform/http/actor.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { lockOrder, moveOrder } from '../collections.store.ts';
import type { Moved } from '../collections.store.ts';
import type { ListedOrder } from '../read/search.queries.ts';
import { collectionLocks } from './locks.queries.ts';

type Act = 'testSupply' | 'abnormal';
type Asked = ParsedInputOf<typeof markAbnormal>;
type AskedMany = ParsedInputOf<typeof markManyAbnormal>;

const events: Readonly<Record<Act, { readonly event: CollectionEvent; readonly told: Moved['act'] }>> = {
  testSupply: { event: 'testSupply', told: 'collection.supplyTest' },
  abnormal: { event: 'markAbnormal', told: 'collection.markAbnormal' },
};

interface Seen {
  readonly id: bigint;
  readonly status: CollectionStatus;
  readonly is_test: boolean;
}

/**
 * How a person ends an order that is not paid: its effect first, then the act with his proof, his reason and the effect's
 * fingerprint, under the order's lock. Refuses `notFound` (absent or of another tree), `testOrderOnly` for a test supply of
 * an order that is none, `invalidState` where the table of transitions does not list it, `staleEdit` where the order has
 * moved since its effect was shown, and `orderLocked` while somebody else has it to himself.
 */
export function endingOf(
  identity: Pick<Identity, 'proveStepUp'>,
  find: (actor: Actor, id: string) => Promise<ListedOrder>,
) {
  return {
    effect: async (actor: Actor, act: Act, id: string): Promise<ActEffect> =>
      effectOf(act, await find(actor, id)),
    async end(context: KeyedContext, act: Act, asked: Asked): Promise<{ state: 'done' }> {
      const { actor } = context;
      const { id: orderId } = await find(actor, asked.id);
      const proven = await identity.proveStepUp(actor, {
        paymentPassword: asked.payment_password,
        oneCode: asked.one_code,
      });
      return context.once(async (tx) => {
        await spendStepUp(tx, proven);
        await endOne(tx, context, act, orderId, { reason: asked.reason, hash: asked.effect_hash });
        afterCommit(tx, wakeRelays);
        return { state: 'done' as const };
      });
    },
    /** Many with one proof: in ascending order, as orders are locked; each is ended or refused by itself. */
    async endMany(context: KeyedContext, asked: AskedMany): Promise<OutputOf<typeof markManyAbnormal>> {
      const { actor, locale } = context;
      const found: { id: string; orderId: bigint }[] = [];
      const refused = new Map<string, string>();
      const because = (error: unknown): string => {
        if (!(error instanceof Refusal)) throw error;
        return translateError(locale, error.refusal, error.params);
      };
      for (const id of new Set(asked.ids)) {
        try {
          found.push({ id, orderId: (await find(actor, id)).id });
        } catch (error) {
          refused.set(id, because(error));
        }
      }
      const proven = await identity.proveStepUp(actor, {
        paymentPassword: asked.payment_password,
        oneCode: asked.one_code,
      });
      return context.once(async (tx) => {
        await spendStepUp(tx, proven);
        for (const { id, orderId } of found.toSorted((one, two) => (one.orderId < two.orderId ? -1 : 1))) {
          try {
            await endOne(tx, context, asked.act, orderId, { reason: asked.reason });
          } catch (error) {
            refused.set(id, because(error));
          }
        }
        afterCommit(tx, wakeRelays);
        return {
          items: [...new Set(asked.ids)].map((id) => ({
            id,
            outcome: refused.has(id) ? ('refused' as const) : ('done' as const),
            message: refused.get(id) ?? null,
          })),
        };
      });
    },
  };
}

/** Refuses before it writes anything, so that a refused one of many leaves no trace. */
async function endOne(
  tx: Tx,
  context: KeyedContext,
  act: Act,
  orderId: bigint,
  { reason, hash: seen }: { readonly reason: string; readonly hash?: string },
): Promise<void> {
  const { actor, requestId } = context;
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Refusal('notFound');
  await collectionLocks.refuseLockedByAnother(tx, orderId, actor.userId);
  const { hash: now } = effectOf(act, order);
  if (seen !== undefined && now !== seen) throw new Refusal('staleEdit');
  const { event, told } = events[act];
  await moveOrder(tx, order, event, { act: told, actorId: actor.userId, requestId });
  await audit(tx, context, {
    act: `collections.transactions.${act}`,
    objectKind: 'collection',
    objectId: String(orderId),
    after: { reason },
  });
}

/** What the act does now; its fingerprint covers the order, where it stands and where it goes. */
function effectOf(act: Act, { id, is_test: isTest, status }: Seen): ActEffect {
  if (act === 'testSupply' && !isTest) throw new Refusal('testOrderOnly');
  const to = nextCollectionStatus(status, events[act].event);
  if (to === null) throw new Refusal('invalidState');
  return {
    effect: [{ field: 'status', before: status, after: to }],
    hash: hash('sha256', JSON.stringify([act, String(id), status, to]), 'hex'),
  };
}
