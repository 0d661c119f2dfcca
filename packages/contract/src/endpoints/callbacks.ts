import { callbackResults } from '@suanpan/domain/states/callback';
import { merchantEventTypes } from '@suanpan/domain/states/wire';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, noSummary, paging, searchText } from '../fields.ts';
import { callbackStatus, orderStory, sentEvent } from '../order-fields.ts';

export const callbackKinds = ['collection', 'payout'] as const;
/** The most events that are sent again in one call. */
export const resendMost = 500;

const party = z.object({ id: z.string(), name: z.string() });

/** One event for a merchant, and how far it came. */
export const callbackRow = z.object({
  id: z.string(),
  event_id: z.string(),
  order: z.object({ kind: z.enum(callbackKinds), id: z.string(), no: z.string(), merchant_no: z.string() }),
  customer: party,
  type: z.string(),
  status: callbackStatus,
  /** Why the last attempt did not succeed, or none is made by itself; null while nothing is wrong. */
  result: z.enum(callbackResults).nullable(),
  /** Null for a merchant whose senior agent's system is told in his place. */
  url: z.string().nullable(),
  attempts: z.number(),
  last_http: z.number().nullable(),
  last_at: instant.nullable(),
  next_at: instant.nullable(),
  /** Nothing goes out by itself any more: 8 hours have passed since the order was made. */
  held_8h: z.boolean(),
  /** The address takes nothing until a person opens it again. */
  paused: z.boolean(),
  created_at: instant,
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(z.enum(['resend'])),
});
export type CallbackRow = z.output<typeof callbackRow>;

/** Events for merchants, newest first. */
export const callbacks = endpoint({
  method: 'GET',
  path: '/callbacks',
  access: { permission: 'callbacks.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    kind: z.enum(callbackKinds).optional(),
    /** A whole number: of an order, ours or the merchant's, or of an event. */
    no: searchText.optional(),
    status: callbackStatus.optional(),
    result: z.enum(callbackResults).optional(),
    customer_id: id.optional(),
    type: z.enum(merchantEventTypes).optional(),
    /** `only`: those that the 8-hour rule keeps for a person. */
    held: z.enum(['only']).optional(),
    /** `only`: those of which nothing more goes out by itself and that did not arrive. */
    given_up: z.enum(['only']).optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(callbackRow, noSummary),
});

export const callbackDetail = z.object({
  row: callbackRow,
  /** The event with its body and every attempt, as the order's story has it. */
  story: orderStory.shape.callbacks.element,
  /**
   * The request as it would leave now, signed with the secret that is in force; null for those who may not send it,
   * and while the recipient has no secret yet.
   */
  request: z
    .object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })
    .nullable(),
});
export type CallbackDetail = z.output<typeof callbackDetail>;

export const getCallback = endpoint({
  method: 'GET',
  path: '/callbacks/{id}',
  access: { permission: 'callbacks.get' },
  whileActing: 'allowed',
  input: z.strictObject({ id }),
  output: callbackDetail,
});

/** Sends one event again, unchanged and under its id, also past the 8-hour rule and to a paused address. */
export const resendCallback = endpoint({
  method: 'POST',
  path: '/callbacks/{id}/resend',
  access: { permission: 'callbacks.resend' },
  idempotent: true,
  input: z.strictObject({ id }),
  output: sentEvent,
});

/** The same for many: each is told what became of it, and one that may not be sent stops no other. */
export const resendCallbacks = endpoint({
  method: 'POST',
  path: '/callbacks/bulk',
  access: { permission: 'callbacks.resend' },
  idempotent: true,
  input: z.strictObject({ ids: z.array(id).min(1).max(resendMost) }),
  output: z.object({
    items: z.array(
      z.object({ id: z.string(), outcome: z.enum(['done', 'refused']), message: z.string().nullable() }),
    ),
  }),
});

/** A standing callback address, with what waits for it. */
export const callbackAddress = z.object({
  customer: party,
  /** Whose address it is: a merchant's, or that of a senior agent who is told for his merchants. */
  role: z.enum(['customer', 'agent']),
  url: z.string(),
  state: z.enum(['open', 'paused']),
  paused_at: instant.nullable(),
  /** Events that go out once it is opened, and those that were given up. */
  waiting: z.number(),
  failed: z.number(),
  actions: z.array(z.enum(['pause', 'resume'])),
});
export type CallbackAddress = z.output<typeof callbackAddress>;

/** Standing addresses of the caller's tree, paused ones first. */
export const callbackAddresses = endpoint({
  method: 'GET',
  path: '/callbacks/endpoints',
  access: { permission: 'callbacks.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    customer_id: id.optional(),
    state: z.enum(['open', 'paused']).optional(),
  }),
  output: listOf(callbackAddress, noSummary),
});

/** How the address stands now. */
const turned = z.object({ state: callbackAddress.shape.state });

/** Nothing goes there by itself until somebody opens it; what a person sends still goes. */
export const pauseCallbackAddress = endpoint({
  method: 'POST',
  path: '/callbacks/endpoints/{customer_id}/pause',
  access: { permission: 'callbacks.pause' },
  idempotent: true,
  input: z.strictObject({ customer_id: id }),
  output: turned,
});

/** Opens it and sends what waited. */
export const resumeCallbackAddress = endpoint({
  method: 'POST',
  path: '/callbacks/endpoints/{customer_id}/resume',
  access: { permission: 'callbacks.pause' },
  idempotent: true,
  input: z.strictObject({ customer_id: id }),
  output: turned,
});
