import { z } from 'zod';
import {
  balanceQuery,
  banksQuery,
  collectionQuery,
  createCollectionInput,
  createPayoutInput,
  createRefundInput,
  eventsQuery,
  merchantBalance,
  merchantBank,
  merchantCollection,
  merchantEvent,
  merchantMethod,
  merchantPayout,
  merchantRefund,
  methodsQuery,
  noQuery,
  pageOf,
  payoutQuery,
  refundQuery,
  simulateInput,
  simulatePayoutInput,
} from './v2.ts';
import { patterns } from '../patterns.ts';

/** Statuses of refusals that only some calls know; all others can meet any call. */
export const ownStatuses = [402, 404, 409, 422, 502] as const;

/** One call of the merchant API as it is described; how it is answered stands in the server. */
export interface MerchantCallShape {
  readonly method: 'GET' | 'POST';
  /** Below /api/v2. */
  readonly path: string;
  readonly scope: 'collect' | 'payout' | 'read';
  readonly summary: string;
  /** The `{id}` of the path. */
  readonly id?: z.ZodType;
  /** The query of a GET, the body of a POST. */
  readonly input: z.ZodObject;
  readonly inputExample?: unknown;
  readonly answers: Readonly<Record<number, { readonly says: string; readonly output: z.ZodType }>>;
  readonly answerExample: unknown;
  readonly refuses: readonly (typeof ownStatuses)[number][];
}

const collectionId = z.string().regex(patterns.collectionId);
const payoutId = z.string().regex(patterns.payoutId);
const eventId = z.string().regex(patterns.eventId);

const collection = {
  id: 'col_10001',
  order_no: 'T20261121000001',
  status: 'pending',
  currency: 'TWD',
  amount: '1500.00',
  pay_amount: '1500.00',
  paid_amount: null,
  fee: null,
  credited_amount: null,
  rate: null,
  method: 'bank_transfer',
  checkout_url: 'https://pay.example.com/pay/#/checkout?t=Zk3vX0pQm7Rw2LtY8sNd1A',
  payment: {
    type: 'bank_account',
    bank_code: '004',
    bank_name: 'Bank of Taiwan',
    branch: '0037',
    account_no: '0901560501232',
    holder: 'Suanpan Ltd.',
    qr: null,
  },
  payer: { name: 'Wang Xiaoming' },
  expires_at: '2026-11-21T01:15:00Z',
  created_at: '2026-11-21T01:00:00Z',
  paid_at: null,
  callback_status: 'not_sent',
  failure: null,
  metadata: { cart: '8412' },
  is_test: false,
} satisfies z.input<typeof merchantCollection>;

const payout = {
  id: 'pay_10001',
  order_no: 'P20261121000001',
  status: 'queued',
  currency: 'TWD',
  amount: '5000.00',
  fee: '20.00',
  type: 'bank',
  beneficiary: { name: 'Wang Xiaoming', account_no: '*********1232', bank_code: '004' },
  tx_hash: null,
  memo: null,
  created_at: '2026-11-21T01:00:00Z',
  completed_at: null,
  callback_status: 'not_sent',
  failure: null,
  metadata: {},
  is_test: false,
} satisfies z.input<typeof merchantPayout>;

const refund = {
  id: 'rfd_7',
  refund_no: 'R20261122000001',
  kind: 'refund',
  collection_id: 'col_10001',
  order_no: 'T20261121000001',
  currency: 'TWD',
  amount: '1500.00',
  status: 'preparing',
  reason: 'The goods came back',
  created_at: '2026-11-22T01:00:00Z',
  completed_at: null,
} satisfies z.input<typeof merchantRefund>;

const onePage = (item: unknown): unknown => ({ items: [item], next_cursor: null });

/** Every call of API v2. */
export const merchantCalls: readonly MerchantCallShape[] = [
  {
    method: 'POST',
    path: '/collections',
    scope: 'collect',
    summary: 'Makes a collection, once per order number: the same request answers the same collection.',
    input: createCollectionInput,
    inputExample: {
      order_no: 'T20261121000001',
      amount: '1500.00',
      currency: 'TWD',
      method: 'bank_transfer',
      payer: { name: 'Wang Xiaoming', last5: '12345', ip: '203.0.113.7', email: 'someone@example.com' },
      notify_url: 'https://shop.example.com/hooks/pay',
      expires_in: 900,
      metadata: { cart: '8412' },
      locale: 'en',
    },
    answers: {
      200: {
        says: 'It was made before by the same request (`Idempotent-Replayed: true`).',
        output: merchantCollection,
      },
      201: { says: 'Made.', output: merchantCollection },
    },
    answerExample: collection,
    refuses: [404, 409, 422, 502],
  },
  {
    method: 'GET',
    path: '/collections',
    scope: 'read',
    summary: 'One collection by `order_no`, or a page of them, newest first.',
    input: collectionQuery,
    answers: {
      200: {
        says: 'The collection, or the page.',
        output: z.union([merchantCollection, pageOf(merchantCollection)]),
      },
    },
    answerExample: onePage(collection),
    refuses: [404],
  },
  {
    method: 'GET',
    path: '/collections/{id}',
    scope: 'read',
    summary: 'One collection.',
    id: collectionId,
    input: noQuery,
    answers: { 200: { says: 'The collection.', output: merchantCollection } },
    answerExample: collection,
    refuses: [404],
  },
  {
    method: 'POST',
    path: '/collections/{id}/close',
    scope: 'collect',
    summary: 'Closes a collection that nobody has paid.',
    id: collectionId,
    input: noQuery,
    answers: { 200: { says: 'Closed: it has expired.', output: merchantCollection } },
    answerExample: {
      ...collection,
      status: 'expired',
      payment: null,
      failure: { code: 'order_expired', message: 'The order has expired' },
    },
    refuses: [404, 409],
  },
  {
    method: 'POST',
    path: '/collections/{id}/refunds',
    scope: 'payout',
    summary:
      'Has a collection paid back, whole or in part, once per refund number. The money is held at once, and every step after is told by `refund.updated`.',
    id: collectionId,
    input: createRefundInput,
    inputExample: { refund_no: 'R20261122000001', amount: '1500.00', reason: 'The goods came back' },
    answers: {
      200: {
        says: 'It was asked for before by the same request (`Idempotent-Replayed: true`).',
        output: merchantRefund,
      },
      202: { says: 'The money is held.', output: merchantRefund },
    },
    answerExample: refund,
    refuses: [402, 404, 409, 422],
  },
  {
    method: 'GET',
    path: '/collections/{id}/refunds',
    scope: 'read',
    summary: 'What of a collection went back or is on its way, newest first; one alone by `refund_no`.',
    id: collectionId,
    input: refundQuery,
    answers: { 200: { says: 'The refunds.', output: pageOf(merchantRefund) } },
    answerExample: onePage(refund),
    refuses: [404],
  },
  {
    method: 'POST',
    path: '/payouts',
    scope: 'payout',
    summary: 'Pays somebody, once per order number: the same request answers the same payout.',
    input: createPayoutInput,
    inputExample: {
      order_no: 'P20261121000001',
      amount: '5000.00',
      currency: 'TWD',
      type: 'bank',
      beneficiary: { name: 'Wang Xiaoming', account_no: '0901560501232', bank_code: '004' },
      notify_url: 'https://shop.example.com/hooks/payouts',
    },
    answers: {
      200: {
        says: 'It was submitted before by the same request (`Idempotent-Replayed: true`).',
        output: merchantPayout,
      },
      202: { says: 'Submitted: amount and fee are held.', output: merchantPayout },
    },
    answerExample: payout,
    refuses: [402, 409, 422],
  },
  {
    method: 'GET',
    path: '/payouts',
    scope: 'read',
    summary: 'One payout by `order_no`, or a page of them, newest first.',
    input: payoutQuery,
    answers: {
      200: {
        says: 'The payout, or the page.',
        output: z.union([merchantPayout, pageOf(merchantPayout)]),
      },
    },
    answerExample: onePage(payout),
    refuses: [404],
  },
  {
    method: 'GET',
    path: '/payouts/{id}',
    scope: 'read',
    summary: 'One payout.',
    id: payoutId,
    input: noQuery,
    answers: { 200: { says: 'The payout.', output: merchantPayout } },
    answerExample: payout,
    refuses: [404],
  },
  {
    method: 'POST',
    path: '/payouts/{id}/cancel',
    scope: 'payout',
    summary: 'Takes back a payout that is still queued.',
    id: payoutId,
    input: noQuery,
    answers: { 200: { says: 'Cancelled: the hold is given back.', output: merchantPayout } },
    answerExample: {
      ...payout,
      status: 'rejected',
      failure: { code: 'cancelled', message: 'The payout was cancelled' },
    },
    refuses: [404, 409],
  },
  {
    method: 'GET',
    path: '/balance',
    scope: 'read',
    summary: 'The money of one currency, by default the merchant’s own.',
    input: balanceQuery,
    answers: { 200: { says: 'The balance.', output: merchantBalance } },
    answerExample: {
      currency: 'TWD',
      available: '1200.00',
      frozen: '0.00',
      unsettled: '300.00',
      total: '1500.00',
    },
    refuses: [],
  },
  {
    method: 'GET',
    path: '/methods',
    scope: 'read',
    summary: 'Ways to pay with their limits, hours and fees.',
    input: methodsQuery,
    answers: { 200: { says: 'The methods.', output: pageOf(merchantMethod) } },
    answerExample: onePage({
      code: 'bank_transfer',
      name: 'Bank transfer',
      kind: 'bank_transfer',
      currencies: ['TWD'],
      min: '100.00',
      max: null,
      hours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }],
      fee: { pct: '2.8', per_item: '0.00' },
      required_payer_fields: ['name'],
    }),
    refuses: [],
  },
  {
    method: 'GET',
    path: '/banks',
    scope: 'read',
    summary: 'Banks of a country with their codes.',
    input: banksQuery,
    answers: { 200: { says: 'The banks.', output: pageOf(merchantBank) } },
    answerExample: onePage({ code: '004', name: 'Bank of Taiwan', name_en: 'Bank of Taiwan' }),
    refuses: [404],
  },
  {
    method: 'GET',
    path: '/rates',
    scope: 'read',
    summary: 'Exchange rates; none are kept yet.',
    input: noQuery,
    answers: { 200: { says: 'An empty list.', output: pageOf(z.object({})) } },
    answerExample: { items: [], next_cursor: null },
    refuses: [],
  },
  {
    method: 'GET',
    path: '/events',
    scope: 'read',
    summary: 'Events after one that is known, oldest first, exactly as callbacks carry them.',
    input: eventsQuery,
    answers: { 200: { says: 'The events; `next_cursor` goes into `after`.', output: pageOf(merchantEvent) } },
    answerExample: {
      items: [
        {
          id: 'evt_01JD7Q0Z8M6S3KX9T2V4B5N6P7',
          type: 'collection.succeeded',
          api_version: '2',
          created_at: '2026-11-21T01:04:05Z',
          data: { id: 'col_10001', order_no: 'T20261121000001', status: 'succeeded', amount: '1500.00' },
        },
      ],
      next_cursor: 'evt_01JD7Q0Z8M6S3KX9T2V4B5N6P7',
    },
    refuses: [404],
  },
  {
    method: 'POST',
    path: '/events/{id}/redeliver',
    scope: 'collect',
    summary: 'Sends an event again, with the same id and body.',
    id: eventId,
    input: noQuery,
    answers: { 202: { says: 'It will be sent.', output: z.object({}) } },
    answerExample: {},
    refuses: [404, 409],
  },
  {
    method: 'POST',
    path: '/simulate/collections/{id}',
    scope: 'collect',
    summary: 'Lets the sandbox bank act on a collection of a sandbox channel.',
    id: collectionId,
    input: simulateInput,
    inputExample: { scenario: '00' },
    answers: { 202: { says: 'The collection as it stands now.', output: merchantCollection } },
    answerExample: collection,
    refuses: [404, 409, 422, 502],
  },
  {
    method: 'POST',
    path: '/simulate/payouts/{id}',
    scope: 'payout',
    summary: 'Lets the sandbox bank act on a payout that was given to it.',
    id: payoutId,
    input: simulatePayoutInput,
    inputExample: { scenario: '05' },
    answers: { 202: { says: 'The payout as it stands now.', output: merchantPayout } },
    answerExample: payout,
    refuses: [404, 409, 502],
  },
];
