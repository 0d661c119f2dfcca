import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { getRoutingReplay, replayRouting } from '@suanpan/contract/endpoints/routing-replay';
import type { RoutingReplay } from '@suanpan/contract/endpoints/routing-replay';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { regionDayFromText, regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import type { SkipReason } from '@suanpan/domain/routing/candidate';
import type { ReplayResult } from '@suanpan/domain/routing/replay';
import { translate, translateError } from '@suanpan/messages/translate';
import { formatLedger, readAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { PastOrders } from '../../channels/index.ts';
import type { Collections } from '../service.ts';
import { channelsInTree, isMerchantInTree } from './replay.queries.ts';
import { endReplay, findReplay, insertReplay, noteOrders } from './replay.store.ts';
import type { KeptReplay, ReplayRow } from './replay.store.ts';
import { runReplay } from './run-replay.ts';
import type { ChannelChange } from './run-replay.ts';

type Asked = ParsedInputOf<typeof replayRouting>;

/** Past days routed once more over changed channels, for whoever may change them. */
export function bindReplay(
  app: Http,
  { db, log }: Pick<Collections, 'db' | 'log'>,
  past: Readonly<Record<'collection' | 'payout', PastOrders>>,
): void {
  bindEndpoints(
    app,
    { replayRouting, getRoutingReplay },
    {
      async replayRouting(context, asked) {
        const { actor, locale } = context;
        const { direction } = asked;
        if (!mayChange(actor, direction)) throw new Refusal('forbidden');
        const { agentId, changes, customerId, day } = await readAsked(context, asked);
        const id = await insertReplay(db.app, {
          userId: actor.effectiveUserId,
          agentId,
          direction,
          day: asked.day,
          customerId,
          changes: asked.changes,
        });
        if (id === undefined) throw new Refusal('requestInProgress');
        const run = async (): Promise<void> => {
          const result = await runReplay(
            db.reports,
            { scope: actor.scope, direction, past: past[direction], day: { ...day, customerId }, changes },
            (orders) => noteOrders(db.app, id, orders),
          );
          const names = await channelsInTree(db.reports, actor.scope, direction, channelIdsOf(result));
          await endReplay(db.app, id, { state: 'done', orders: result.orders, result: keep(result, names) });
        };
        void run().catch(async (error: unknown) => {
          log.error({ err: error, replay: String(id) }, 'a replay of routing failed');
          await endReplay(db.app, id, { state: 'failed', orders: 0, result: null }).catch(() => {});
        });
        return present({ id, state: 'running', orders: 0n, result: null }, locale);
      },
      async getRoutingReplay({ actor, locale }, { id }) {
        if (!mayChange(actor, 'collection') && !mayChange(actor, 'payout')) throw new Refusal('forbidden');
        const row = isId(id) ? await findReplay(db.app, BigInt(id), actor.effectiveUserId) : undefined;
        if (row === undefined) throw new Refusal('notFound');
        return present(row, locale);
      },
    },
  );

  /** Refuses `forbidden` for whoever has no channels, `notFound` for others' merchants and channels, and a day that is not over. */
  async function readAsked({ actor, locale }: RequestContext, asked: Asked) {
    const { scope } = actor;
    if (scope.kind !== 'platform' && scope.kind !== 'agent') throw new Refusal('forbidden');
    const day = regionDayFromText(asked.day);
    if (day >= regionDayOf(await businessNow(db.app))) throw invalidField(locale, 'day');
    const customerId = asked.customer_id === undefined ? null : BigInt(asked.customer_id);
    if (customerId !== null && !(await isMerchantInTree(db.app, scope, customerId)))
      throw new Refusal('notFound');
    const ids = asked.changes.map(({ channel_id: id }) => BigInt(id));
    const known = await channelsInTree(db.app, scope, asked.direction, ids);
    const changes = new Map<string, ChannelChange>();
    for (const change of asked.changes) {
      const channel = known.get(String(BigInt(change.channel_id)));
      if (channel === undefined) throw new Refusal('notFound');
      const amount = (text: string | undefined) =>
        text === undefined ? undefined : parse(locale, text, channel.currency);
      changes.set(String(BigInt(change.channel_id)), {
        ...change,
        min: amount(change.min),
        max: amount(change.max),
      });
    }
    return {
      agentId: scope.kind === 'agent' ? scope.agentId : null,
      customerId,
      changes,
      day: { from: startOfRegionDay(day), to: startOfRegionDay(day + 1) },
    };
  }
}

const mayChange = ({ permissions }: Actor, direction: 'collection' | 'payout'): boolean =>
  permissions.has(`${direction === 'collection' ? 'collectionMethod' : 'paymentMethod'}.customers.update`);

function parse(locale: RequestContext['locale'], text: string, currency: Currency): bigint {
  const amount = readAmount(text, currency);
  if (amount === null) {
    throw new Refusal('invalidAmount', { fields: { changes: [translateError(locale, 'invalidAmount')] } });
  }
  return amount;
}

const invalidField = (locale: RequestContext['locale'], field: string): Refusal =>
  new Refusal('invalidFields', { fields: { [field]: [translateError(locale, 'invalidFields')] } });

const channelIdsOf = ({ byChannel, sample }: ReplayResult): bigint[] =>
  [
    ...new Set([
      ...byChannel.keys(),
      ...sample.flatMap(({ after, before }) => [after, before].filter((id) => id !== null)),
    ]),
  ].map(BigInt);

function keep(
  result: ReplayResult,
  names: ReadonlyMap<string, { readonly name: string; readonly currency: Currency }>,
): KeptReplay {
  const channelOf = (id: string) => ({ id, name: names.get(id)?.name ?? id });
  return {
    moved: result.moved,
    by_channel: [...result.byChannel]
      .toSorted(([, one], [, other]) => other.after - one.after || other.before - one.before)
      .map(([id, line]) => {
        const currency = names.get(id)?.currency ?? 'TWD';
        return {
          channel: channelOf(id),
          currency,
          before: line.before,
          after: line.after,
          cost_before: formatLedger(line.costBefore, currency),
          cost_after: formatLedger(line.costAfter, currency),
          cap_hits: line.capHits,
        };
      }),
    without_channel: result.withoutChannel,
    without_channel_before: result.withoutChannelBefore,
    sample: result.sample.map(({ after, before, orderNo, why }) => ({
      order_no: orderNo,
      before: before === null ? null : channelOf(before),
      after: after === null ? null : channelOf(after),
      why,
    })),
  };
}

const nothingYet: KeptReplay = {
  moved: 0,
  by_channel: [],
  without_channel: 0,
  without_channel_before: 0,
  sample: [],
};

/** A reason of routing in words; `drawn` is that it was merely another's turn. */
function reasonOf(why: string, locale: RequestContext['locale']): string {
  return why === 'drawn'
    ? translate(locale, 'orders.route.notDrawn')
    : translateError(locale, why as SkipReason);
}

function present({ id, orders, result, state }: ReplayRow, locale: RequestContext['locale']): RoutingReplay {
  const kept = result ?? nothingYet;
  return {
    id: String(id),
    state,
    // Not money: a count of orders.
    orders: Number(orders),
    ...kept,
    sample: kept.sample.map((each) => ({ ...each, why: reasonOf(each.why, locale) })),
  };
}
