import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, searchText } from '../fields.ts';

/** Who asked whom: a merchant us, we a provider, a provider us, we a merchant. */
export const requestDirections = ['merchant_in', 'provider_out', 'provider_in', 'callback_out'] as const;
export type RequestDirection = (typeof requestDirections)[number];

/** What came back, by the first digit of its status; `none`: nothing did, or it has no status of its own. */
export const httpClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

const requestRow = z.object({
  /** Counts within its direction. */
  id: z.string(),
  direction: z.enum(requestDirections),
  at: instant,
  /** The merchant, or the contract with the provider; null where nobody was named. */
  who: z.string().nullable(),
  endpoint: z.string(),
  order_kind: z.enum(['collection', 'payout']).nullable(),
  order_id: z.string().nullable(),
  order_no: z.string().nullable(),
  http: z.number().nullable(),
  outcome: z.string(),
  ms: z.number().nullable(),
  /** Ours of a merchant's call, the event's of a callback. */
  request_id: z.string().nullable(),
  ip: z.string().nullable(),
});
export type RequestRow = z.output<typeof requestRow>;

/**
 * What crossed the wire, newest first. Orders made more than two days ago are left out, and asking for one, or for days before
 * that alone, is refused with the hint.
 */
export const requestLog = endpoint({
  method: 'GET',
  path: '/admin/log',
  access: { permission: 'admin.log.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    /** Ours or the merchant's. */
    order_no: searchText.optional(),
    request_id: searchText.optional(),
    ip: searchText.optional(),
    direction: z.enum(requestDirections).optional(),
    /** A part of it. */
    endpoint: searchText.optional(),
    http: z.enum(httpClasses).optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(
    requestRow,
    z.object({
      /** Merchants' calls of the time asked for that were not written down, so as not to slow them. */
      dropped: z.number(),
      /** Rows that match and are kept, of orders that are too old to be shown; counted up to ten thousand. */
      kept: z.number(),
    }),
  ),
});

/** What was sent and answered, masked. */
export const requestBodies = endpoint({
  method: 'GET',
  path: '/admin/log/{direction}/{id}',
  access: { permission: 'admin.log.get' },
  whileActing: 'allowed',
  input: z.strictObject({ direction: z.enum(requestDirections), id }),
  output: z.object({ row: requestRow, request: z.string(), response: z.string() }),
});
