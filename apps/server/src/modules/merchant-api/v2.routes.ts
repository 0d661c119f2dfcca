import {
  balanceQuery,
  banksQuery,
  collectionQuery,
  createCollectionInput,
  eventsQuery,
  methodsQuery,
  noQuery,
  simulateInput,
} from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { eventsAfter, redeliver } from '../callbacks/index.ts';
import type { Callbacks } from '../callbacks/index.ts';
import { closeCollection, findOwnOrder, listMethods, listOwnOrders } from '../collections/index.ts';
import type { OrderRow } from '../collections/index.ts';
import { banksOf } from '../settings/index.ts';
import { readBalance } from './balance.ts';
import { presentOwn } from './collection.present.ts';
import { createCollection } from './create-collection.ts';
import type { Creation } from './create-collection.ts';
import { presentMethod } from './method.present.ts';
import { parse } from './parse.ts';
import type { MerchantCall, MerchantRoute } from './serve-v2.ts';
import { simulateCollection } from './simulate-collection.ts';

/** Every call of API v2 but those of payouts and refunds. */
export function v2Routes(creation: Creation, callbacks: Callbacks): readonly MerchantRoute[] {
  const { collections } = creation;
  const { db } = collections;

  async function own(call: MerchantCall): Promise<OrderRow> {
    const id = /^col_([1-9]\d{0,17})$/.exec(call.params['id'] ?? '')?.[1];
    const order = id === undefined ? undefined : await findOwnOrder(db.app, call.key, { id: BigInt(id) });
    if (order === undefined) throw new Refusal('notFound');
    return order;
  }

  return [
    {
      method: 'POST',
      path: '/collections',
      scope: 'collect',
      admitsItself: true,
      async handle({ admission, ip, key, locale, requestId, sent }) {
        const input = parse(createCollectionInput, sent, locale);
        const about = { apiVersion: 'v2', ip, requestId, admission } as const;
        const { order, replayed } = await createCollection(creation, key, input, about);
        return { status: replayed ? 200 : 201, body: presentOwn(collections, order, locale), replayed };
      },
    },
    {
      method: 'GET',
      path: '/collections',
      scope: 'read',
      async handle({ key, locale, sent }) {
        const { cursor, limit, order_no: merchantOrderNo } = parse(collectionQuery, sent, locale);
        if (merchantOrderNo !== undefined) {
          const order = await findOwnOrder(db.app, key, { merchantOrderNo });
          if (order === undefined) throw new Refusal('notFound');
          return { body: presentOwn(collections, order, locale) };
        }
        const after = cursor === undefined ? null : BigInt(cursor.slice('col_'.length));
        // One more than asked for tells whether another page follows.
        const found = await listOwnOrders(db.app, key, { after, limit: limit + 1 });
        const items = found.slice(0, limit).map((order) => presentOwn(collections, order, locale));
        return { body: { items, next_cursor: found.length > limit ? (items.at(-1)?.id ?? null) : null } };
      },
    },
    {
      method: 'GET',
      path: '/collections/{id}',
      scope: 'read',
      async handle(call) {
        parse(noQuery, call.sent, call.locale);
        return { body: presentOwn(collections, await own(call), call.locale) };
      },
    },
    {
      method: 'POST',
      path: '/collections/{id}/close',
      scope: 'collect',
      async handle(call) {
        const { key, locale, requestId, sent } = call;
        parse(noQuery, sent, locale);
        const order = await own(call);
        await closeCollection(collections, order.id, {
          act: 'collection.close',
          actorId: key.customerId,
          requestId,
        });
        return { body: presentOwn(collections, await own(call), locale) };
      },
    },
    {
      method: 'GET',
      path: '/balance',
      scope: 'read',
      async handle({ key, locale, sent }) {
        const { currency } = parse(balanceQuery, sent, locale);
        return { body: await readBalance(db, key, currency ?? key.currency) };
      },
    },
    {
      method: 'GET',
      path: '/methods',
      scope: 'read',
      async handle({ key, locale, sent }) {
        const { kind } = parse(methodsQuery, sent, locale);
        const methods = kind === 'collection' ? await listMethods(collections, key) : [];
        return { body: { items: methods.map((method) => presentMethod(method, locale)), next_cursor: null } };
      },
    },
    {
      method: 'GET',
      path: '/banks',
      scope: 'read',
      async handle({ locale, sent }) {
        const banks = banksOf(parse(banksQuery, sent, locale).country);
        if (banks === undefined) throw new Refusal('notFound');
        const items = banks.map(({ code, name, nameEn }) => ({ code, name, name_en: nameEn }));
        return { body: { items, next_cursor: null } };
      },
    },
    {
      // No exchange rates are kept yet, so there are none to tell.
      method: 'GET',
      path: '/rates',
      scope: 'read',
      async handle({ locale, sent }) {
        parse(noQuery, sent, locale);
        return { body: { items: [], next_cursor: null } };
      },
    },
    {
      method: 'GET',
      path: '/events',
      scope: 'read',
      async handle({ key, locale, sent }) {
        const { after, limit } = parse(eventsQuery, sent, locale);
        const events = await eventsAfter(db.app, key.customerId, after ?? null, limit);
        const bodies = events.map((event) => event.body).filter((body) => isTestEvent(body) === key.isTest);
        const next = events.at(-1)?.eventId ?? null;
        // The bodies stand as they are or were sent, byte for byte.
        return { body: `{"items":[${bodies.join(',')}],"next_cursor":${JSON.stringify(next)}}` };
      },
    },
    {
      method: 'POST',
      path: '/events/{id}/redeliver',
      scope: 'collect',
      async handle({ key, locale, params, requestId, sent }) {
        parse(noQuery, sent, locale);
        await redeliver(callbacks, key.customerId, params['id'] ?? '', requestId);
        return { status: 202, body: {} };
      },
    },
    {
      method: 'POST',
      path: '/simulate/collections/{id}',
      scope: 'collect',
      async handle(call) {
        const input = parse(simulateInput, call.sent, call.locale);
        await simulateCollection(collections, await own(call), input);
        return { status: 202, body: presentOwn(collections, await own(call), call.locale) };
      },
    },
  ];
}

function isTestEvent(body: string): boolean {
  return (JSON.parse(body) as { data: { test?: boolean } }).data.test === true;
}
