import { z } from 'zod';
import { approvalActNames, approvalHindrances, approvalStates } from '@suanpan/domain/approvals';
import { endpoint } from '../endpoint.ts';
import { currency, done, id, instant, listOf, money, paging } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';

/** It waits; how many can decide it now, of the senior agent's own people and of the platform. */
export const waitingSubmission = z.object({
  state: z.literal('waiting'),
  approval_id: z.string(),
  deciders: z.object({ tree: z.number(), platform: z.number() }),
});

/** What an act answers that may wait for a second person. */
export const submission = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done') }),
  waitingSubmission,
]);
export type Submission = z.output<typeof submission>;

/** What has been asked for and waits for its second person, on the row that it is about; left out where nothing waits. */
export const waitingActs = z
  .array(
    z.object({
      /** Its words stand under `approvals.acts`. */
      act: z.enum(approvalActNames),
      /** Since when it waits. */
      asked_at: instant,
      /** Null for those who may not look at what waits, as who asked. */
      approval_id: z.string().nullable(),
      maker: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Which of the row's actions are refused until it is decided. */
      blocks: z.array(z.string()),
    }),
  )
  .optional();
export type WaitingAct = NonNullable<z.output<typeof waitingActs>>[number];

const person = z.object({ id: z.string(), name: z.string(), username: z.string() });

export const approvalRow = z.object({
  id: z.string(),
  /** Its words stand under `approvals.acts`. */
  act: z.enum(approvalActNames),
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string() }),
  /** The senior agent whose tree it belongs to; null for the platform. */
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
  amount: money.nullable(),
  currency: currency.nullable(),
  /** What it does; `field` has its words under `approvals.fields`. */
  effect: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  reason: z.string(),
  maker: person,
  checker: person.nullable(),
  decision_reason: z.string().nullable(),
  state: z.enum(approvalStates),
  created_at: instant,
  expires_at: instant,
  decided_at: instant.nullable(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(['approve', 'refuse', 'withdraw'])),
  /** Why somebody else must decide, while it waits. */
  hindrance: z.enum(approvalHindrances).nullable(),
});

/**
 * What was submitted, what waits first and then newest first. Without a state, a day, a maker or an id: all that waits
 * whatever its age, and what was closed today.
 */
export const approvals = endpoint({
  method: 'GET',
  path: '/admin/approvals',
  access: { permission: 'admin.approvals.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    state: z.enum(approvalStates).optional(),
    act: z.enum(approvalActNames).optional(),
    /** Decided, taken back or run out since the business day began. */
    closed: z.enum(['today']).optional(),
    maker_id: id.optional(),
    /** One alone: an address may name it, whatever the list shows. */
    id: id.optional(),
  }),
  output: listOf(
    approvalRow,
    z.object({
      /** All that waits in the caller's tree, and what of it the caller may decide himself. */
      waiting: z.number(),
      decidable: z.number(),
      /** What `closed: today` lists. */
      closed_today: z.number(),
      four_eyes: z.boolean(),
    }),
  ),
});

export const approve = endpoint({
  method: 'POST',
  path: '/admin/approvals/{id}/approve',
  access: { permission: 'admin.approvals.approve' },
  idempotent: true,
  input: z.strictObject({ id, ...stepUp }),
  output: done,
});

export const refuse = endpoint({
  method: 'POST',
  path: '/admin/approvals/{id}/refuse',
  access: { permission: 'admin.approvals.refuse' },
  idempotent: true,
  input: z.strictObject({ id, reason }),
  output: done,
});

/** The person who submitted it can take it back while it waits; for everybody else it is not found here. */
export const withdraw = endpoint({
  method: 'POST',
  path: '/admin/approvals/{id}/withdraw',
  access: { session: true },
  idempotent: true,
  input: z.strictObject({ id }),
  output: done,
});
