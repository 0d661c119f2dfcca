import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { Actor } from '../../../platform/http/actor.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import { versionOf } from '../../channels/index.ts';
import { journalLegsOf } from '../../ledger/index.ts';
import { checkoutUrlOf } from '../create/checkout-token.ts';
import {
  auditOf,
  exchangesOf,
  knowsPeople,
  presentExchanges,
  presentJournals,
  presentRateVersion,
  presentTimeline,
  seesTheChain,
} from '../../orders/index.ts';
import { blockedOnCollections } from '../acts/blocked-actions.ts';
import { presentCollection } from './collections.present.ts';
import { listCollections } from './search.queries.ts';
import type { Collections } from '../service.ts';
import { presentFeeLines } from './story.present.ts';
import { planOf, releasedAt } from './story.queries.ts';

/** Handed over by main: callbacks are told by a module of a higher rank. */
export type CallbackStory = (
  orderKind: 'collection',
  orderId: bigint,
) => Promise<CollectionDetail['callbacks']>;

const orderEvents = [
  'collection.settle',
  'collection.release',
  'collection.exchange',
  'collection.refund.prepare',
  'collection.refund.done',
  'collection.refund.failed',
  'collection.chargeBack',
  'collection.chargeBackWon',
] as const;

/**
 * The whole story of one order. Refuses `notFound` for an absent order and for one of another tree alike. Provider
 * exchanges and audit rows go to the platform and the order's senior agent only.
 */
export async function readStory(
  collections: Pick<Collections, 'db' | 'tokens' | 'publicUrl'>,
  callbacksOf: CallbackStory,
  actor: Actor,
  id: string,
): Promise<CollectionDetail> {
  const { db } = collections;
  if (!isId(id)) throw new Refusal('notFound');
  const [row] = await listCollections(db.app, actor.scope, { id: BigInt(id) }, '-created_at', {
    offset: 0,
    limit: 1,
  });
  if (row === undefined) throw new Refusal('notFound');
  const isInside = seesTheChain(actor.scope);
  const [plan, audit, exchanges, legs, released, callbacks, waiting] = await Promise.all([
    planOf(db.app, row.id),
    auditOf(db.app, actor.scope, 'collection', row.id),
    isInside ? exchangesOf(db.app, 'collection', row) : null,
    journalLegsOf(db.app, orderEvents, row.id),
    releasedAt(db.app, row.id),
    knowsPeople(actor.scope) ? callbacksOf('collection', row.id) : [],
    waitingActsOn(db.app, actor, blockedOnCollections, [row]),
  ]);
  const terms = plan?.fee_snapshot?.terms;
  const version =
    !isInside || plan === undefined || terms === undefined || row.channel_id === null || row.method === null
      ? undefined
      : await versionOf(db.app, {
          customerId: row.customer_id,
          channelId: row.channel_id,
          alias: row.method,
          at: plan.at,
          by: { terms },
        });
  return {
    order: presentCollection(row, actor, waiting),
    checkout_url: row.status === 'pending' ? checkoutUrlOf(collections, row.id) : null,
    timeline: presentTimeline(audit),
    route: isInside ? (plan === undefined ? null : { candidates: [...plan.route.candidates] }) : null,
    money: {
      lines: presentFeeLines(row, plan?.fee_snapshot ?? null, actor.scope),
      provisional: row.status !== 'success' && row.status !== 'refund' && row.status !== 'test_supplied',
      settle_at: row.settle_at?.toISOString() ?? null,
      released_at: released?.toISOString() ?? null,
      rate_version: presentRateVersion(version),
      journals: presentJournals(legs, actor.scope),
    },
    ...presentExchanges(exchanges),
    callbacks,
    payer_last5: knowsPeople(actor.scope) ? row.payer_last5 : null,
    has_audit: isInside,
  };
}
