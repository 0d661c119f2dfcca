import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  getAnyCollection,
  getCollection,
  liveAllCollections,
  liveCollections,
  searchAllCollections,
  searchCollections,
} from '@suanpan/contract/endpoints/collections';
import { findNames, pickingRights, pickingRightsOf } from '@suanpan/contract/endpoints/names';
import { outsideMost } from '@suanpan/contract/order-fields';
import { Refusal } from '@suanpan/domain/errors';
import { countAll } from '../../platform/count-all.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { bindRaw } from '../../platform/http/bind-raw.ts';
import type { RawReply } from '../../platform/http/bind-raw.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { isId } from '@suanpan/domain/ids';
import { countOf } from '../../platform/db/count-of.ts';
import { waitingActsOn } from '../approvals/index.ts';
import {
  checkAgent,
  findNames as namesInTree,
  fromPlatform,
  orderFilterOf,
  seesTheChain,
  withoutDates,
} from '../orders/index.ts';
import { blockedOnCollections } from './acts/blocked-actions.ts';
import { presentCollection, presentSummary } from './read/collections.present.ts';
import { readStory } from './read/read-story.ts';
import type { CallbackStory } from './read/read-story.ts';
import { receiveNotice, unknownAccount } from './confirm/receive-notice.ts';
import type { NoticeAnswer, PayoutNotices } from './confirm/receive-notice.ts';
import {
  countCollections,
  listCollections,
  splitCollections,
  sumCollections,
} from './read/search.queries.ts';
import type { CollectionFilter } from './read/collection-search.ts';
import type { ListedOrder } from './read/search.queries.ts';
import type { Collections } from './service.ts';

const noticeLimitBytes = 64 * 1024;

/** The order list, one order's story, and the address at which providers tell their news. */
export function bindCollections(
  app: Http,
  collections: Collections,
  callbacksOf: CallbackStory,
  payoutNotice?: PayoutNotices,
): void {
  const { db } = collections;
  const lists = {
    async search(context: RequestContext, input: ParsedInputOf<typeof searchCollections>) {
      const { actor } = context;
      const filter = filterOf(input);
      await checkAgent(db, context, filter);
      const page = { offset: (input.page - 1) * input.paginate, limit: input.paginate };
      const asksSplit = input.split === true && seesTheChain(actor.scope);
      const [rows, sums, split] = await Promise.all([
        listCollections(db.app, actor.scope, filter, input.sort, page),
        sumCollections(db.app, actor.scope, filter),
        asksSplit ? splitCollections(db.app, actor.scope, filter) : undefined,
      ]);
      const waiting = await waitingActsOn(db.app, actor, blockedOnCollections, rows);
      const items = rows.map((row) => presentCollection(row, actor, waiting));
      const found = new Set(
        rows.flatMap((row) => [row.order_no, row.merchant_order_no, row.provider_order_no]),
      );
      return {
        items,
        page: input.page,
        paginate: input.paginate,
        total: countAll(sums),
        next_cursor: null,
        summary: presentSummary(sums, filter, split),
        ...(input.numbers && { unmatched: input.numbers.filter((number) => !found.has(number)) }),
        ...(await outsideOf(context, filter, sums)),
      };
    },
    async live(context: RequestContext, { ids: asked, ...input }: ParsedInputOf<typeof liveCollections>) {
      const { actor } = context;
      const filter = filterOf(input);
      await checkAgent(db, context, filter);
      const ids = asked.map(BigInt);
      const read = (wanted: CollectionFilter): Promise<ListedOrder[]> =>
        listCollections(db.app, actor.scope, wanted, '-created_at', { offset: 0, limit: ids.length });
      const [rows, shown] = await Promise.all([read({ ids }), read({ ...filter, ids })]);
      const waiting = await waitingActsOn(db.app, actor, blockedOnCollections, rows);
      return {
        items: rows.map((row) => presentCollection(row, actor, waiting)),
        shown: shown.map((row) => String(row.id)),
      };
    },
    read: ({ actor }: RequestContext, { id }: { id: string }) =>
      readStory(collections, callbacksOf, actor, id),
  };
  bindEndpoints(
    app,
    {
      searchCollections,
      liveCollections,
      getCollection,
      searchAllCollections,
      liveAllCollections,
      getAnyCollection,
      findNames,
    },
    {
      searchCollections: lists.search,
      liveCollections: lists.live,
      getCollection: lists.read,
      searchAllCollections: (context, input) => lists.search(fromPlatform(context), input),
      liveAllCollections: (context, input) => lists.live(fromPlatform(context), input),
      getAnyCollection: (context, input) => lists.read(fromPlatform(context), input),
      async findNames({ actor }, { kind, search, id }) {
        const rights = pickingRightsOf[kind] ?? pickingRights;
        if (!rights.some((right) => actor.permissions.has(right))) throw new Refusal('forbidden');
        return namesInTree(db.app, actor.scope, kind, {
          ...(search !== undefined && { search }),
          ...(id !== undefined && { id: BigInt(id) }),
        });
      },
    },
  );
  /** What a payer or an amount has beyond the dates, where within them there is nothing. */
  async function outsideOf(
    { actor }: RequestContext,
    filter: CollectionFilter,
    sums: readonly unknown[],
  ): Promise<{ outside?: number }> {
    const hasDates = (filter.createdFrom ?? filter.createdTo) !== undefined;
    const { realName, last5, amountMinMillionths, amountMaxMillionths } = filter;
    const isSought = (realName ?? last5 ?? amountMinMillionths ?? amountMaxMillionths) !== undefined;
    if (sums.length > 0 || !hasDates || !isSought) return {};
    const count = await countCollections(db.app, actor.scope, withoutDates(filter), outsideMost);
    return count === undefined ? {} : { outside: countOf(count) };
  }
  bindRaw(app, [
    {
      method: 'POST',
      path: '/api/notify/{account}',
      bodyLimitBytes: noticeLimitBytes,
      async handle(request) {
        const account = request.params['account'] ?? '';
        if (!isId(account)) return noticeReply(unknownAccount);
        const received = {
          channelAccountId: BigInt(account),
          notice: {
            method: request.method,
            path: request.path,
            body: request.rawBody,
            headers: firstOf(request.headers),
          },
          ip: request.ip,
          requestId: request.requestId,
        };
        return noticeReply(await receiveNotice(collections, received, payoutNotice));
      },
    },
  ]);
}

function noticeReply({ body, contentType, status }: NoticeAnswer): RawReply {
  return { status, headers: { 'content-type': contentType }, body };
}

function firstOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

export type CollectionQuestion = Omit<
  ParsedInputOf<typeof searchCollections>,
  'page' | 'paginate' | 'cursor' | 'sort'
>;

export function filterOf(input: CollectionQuestion): CollectionFilter {
  return {
    ...orderFilterOf(input),
    ...(input.real_name && { realName: input.real_name }),
    ...(input.last5 !== undefined && { last5: input.last5 }),
    ...(input.request_ip && { requestIp: input.request_ip }),
  };
}
