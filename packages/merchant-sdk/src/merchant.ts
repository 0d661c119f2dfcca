import { openCall } from './call.ts';
import type { MerchantOptions } from './call.ts';
import type {
  Balance,
  Bank,
  Collection,
  Currency,
  MerchantEvent,
  Method,
  NewCollection,
  NewPayout,
  NewRefund,
  Page,
  Payout,
  Refund,
} from './api-objects.ts';

export { CallbackRefused, readCallback } from './callback.ts';
export { MerchantRefusal, MerchantUnknown } from './faults.ts';
export type { MerchantOptions } from './call.ts';
export type {
  Amount,
  Balance,
  Bank,
  Collection,
  Currency,
  MerchantEvent,
  Method,
  NewCollection,
  NewPayout,
  NewRefund,
  Page,
  Payer,
  Payout,
  Refund,
} from './api-objects.ts';

interface Paging {
  readonly cursor?: string;
  readonly limit?: number;
}

export type Merchant = ReturnType<typeof openMerchant>;

/**
 * The merchant API v2 of one house, by one key. Every call is signed with a nonce of its own, and every answer is held
 * against its signature. Making an order twice with the same number and content gives the same order, so what became
 * unknown may be sent again as it was.
 */
export function openMerchant(options: MerchantOptions) {
  const call = openCall(options);
  const at = (id: string): string => encodeURIComponent(id);
  const events = (query: { readonly after?: string; readonly limit?: number } = {}) =>
    call<Page<MerchantEvent>>('GET', '/events', query);
  return {
    collections: {
      create: (collection: NewCollection) => call<Collection>('POST', '/collections', { ...collection }),
      get: (id: string) => call<Collection>('GET', `/collections/${at(id)}`),
      find: (orderNo: string) => call<Collection>('GET', '/collections', { order_no: orderNo }),
      list: (paging: Paging = {}) => call<Page<Collection>>('GET', '/collections', { ...paging }),
      close: (id: string) => call<Collection>('POST', `/collections/${at(id)}/close`),
      refund: (id: string, refund: NewRefund) =>
        call<Refund>('POST', `/collections/${at(id)}/refunds`, { ...refund }),
      refunds: (id: string) => call<Page<Refund>>('GET', `/collections/${at(id)}/refunds`),
    },
    payouts: {
      create: (payout: NewPayout) => call<Payout>('POST', '/payouts', { ...payout }),
      get: (id: string) => call<Payout>('GET', `/payouts/${at(id)}`),
      find: (orderNo: string) => call<Payout>('GET', '/payouts', { order_no: orderNo }),
      list: (paging: Paging = {}) => call<Page<Payout>>('GET', '/payouts', { ...paging }),
      cancel: (id: string) => call<Payout>('POST', `/payouts/${at(id)}/cancel`),
    },
    balance: (currency?: Currency) => call<Balance>('GET', '/balance', { currency }),
    methods: (kind: 'collection' | 'payout' = 'collection') =>
      call<Page<Method>>('GET', '/methods', { kind }),
    banks: (country = 'TW') => call<Page<Bank>>('GET', '/banks', { country }),
    /** A page of events after one that is known, oldest first. */
    events,
    /** All events after one that is known, page by page, until there are no more. */
    async *everyEvent(after?: string): AsyncGenerator<MerchantEvent> {
      let last = after;
      while (true) {
        const { items, next_cursor: next } = await events(last === undefined ? {} : { after: last });
        yield* items;
        if (next === null || next === last) return;
        last = next;
      }
    },
    redeliver: async (eventId: string): Promise<void> => {
      await call('POST', `/events/${at(eventId)}/redeliver`);
    },
  };
}
