import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, nothing, searchText } from '../fields.ts';
import { plainLine, plainLines } from '../plain-text.ts';
import { replicaFaults } from '../read-from.ts';
import { reason, stepUp } from '../step-up.ts';

/** What is done at its time, as it stands in `due_work`. */
export const dueWorkNames = [
  'alerts.call',
  'alerts.check',
  'archive.move',
  'audit.verify',
  'backup.schedule',
  'collections.release',
  'income.collect',
  'ledger.prove',
  'prices.apply',
  'reconciliation.look',
  'reports.daily',
  'reports.restate',
] as const;

/** Where something waits until it is told, asked or written. */
export const queueNames = [
  'news',
  'failedJobs',
  'callbacks',
  'collectionChecks',
  'payouts',
  'exports',
] as const;
export type QueueName = (typeof queueNames)[number];

export const pauseWhats = ['collection', 'payout'] as const;
/** Everybody, the tree of one senior agent, or whatever goes by one provider. */
export const pauseScopes = ['all', 'agent', 'provider'] as const;

const notice = z.string().trim().min(1).max(300).regex(plainLines);
const wordsOfMaintenance = z.strictObject({ 'zh-TW': notice, 'zh-CN': notice, en: notice });

const pause = {
  what: z.enum(pauseWhats),
  scope: z.enum(pauseScopes),
  /** The senior agent or the provider; null where it is everybody. */
  id: id.nullable().default(null),
  until: instant.nullable().default(null),
  reason: z.string().trim().min(1).max(200).regex(plainLine),
};

const queue = z.object({ name: z.enum(queueNames), depth: z.number(), oldest_s: z.number().nullable() });
export type OperateQueue = z.output<typeof queue>;

export const operateView = z.object({
  /** Null where none is set; `is_on` while it holds. */
  maintenance: z
    .object({
      from: instant,
      to: instant.nullable(),
      text: z.object({ 'zh-TW': z.string(), 'zh-CN': z.string(), en: z.string() }),
      is_on: z.boolean(),
    })
    .nullable(),
  paused: z.array(
    z.object({
      what: z.enum(pauseWhats),
      scope: z.enum(pauseScopes),
      id: z.string().nullable(),
      name: z.string().nullable(),
      until: instant.nullable(),
      reason: z.string(),
      by: z.string(),
      at: instant,
    }),
  ),
  queues: z.array(queue),
  /** The replica that reports are read from; null where none is set. */
  report_replica: z
    .object({
      /** Null while it is read from. */
      fault: z.enum(replicaFaults).nullable(),
      /** How far it may be behind, in whole seconds; null before it was ever known. */
      lag_s: z.number().nullable(),
    })
    .nullable(),
  due: z.array(
    z.object({
      name: z.enum(dueWorkNames),
      due_at: instant.nullable(),
      last_at: instant.nullable(),
      /** It may be run now: it is due, or it looks at everything that is. */
      can_run: z.boolean(),
    }),
  ),
  /** Who can be paused by name. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  version: z.number(),
});
export type OperateView = z.output<typeof operateView>;

/** What stands still, what waits, and what is done when. */
export const getOperate = endpoint({
  method: 'GET',
  path: '/admin/operate',
  access: { permission: 'admin.operate.get' },
  whileActing: 'allowed',
  input: nothing,
  output: operateView,
});

/** Sets maintenance and pauses as they are to stand from now on; what is left out goes on. Acts in every process at once. */
export const setOperate = endpoint({
  method: 'PUT',
  path: '/admin/operate',
  access: { permission: 'admin.operate.update' },
  idempotent: true,
  input: z.strictObject({
    maintenance: z
      .strictObject({
        from: instant.nullable(),
        to: instant.nullable().default(null),
        text: wordsOfMaintenance,
      })
      .nullable(),
    paused: z.array(z.strictObject(pause)).max(100),
    version: z.int32().min(0),
    reason,
    ...stepUp,
  }),
  output: z.object({ state: z.literal('done'), version: z.number() }),
});

/**
 * Does now what is due, or what looks at everything anyway; `running` where it goes on after ten seconds, and then the log tells
 * what became of it. Refuses `invalidState` for what has its own day, `workFailed` where it failed, and a replay while the first
 * one runs `requestInProgress`.
 */
export const runDueWork = endpoint({
  method: 'POST',
  path: '/admin/operate/jobs/{name}/run',
  access: { permission: 'admin.operate.runJobs' },
  idempotent: true,
  input: z.strictObject({ name: z.enum(dueWorkNames), reason, ...stepUp }),
  output: z.object({ state: z.enum(['done', 'running']) }),
});

/** Frees orders of both kinds in every tree, by their numbers or ids. */
export const unlockAnyOrders = endpoint({
  method: 'POST',
  path: '/admin/operate/unlockOrders',
  access: { permission: 'admin.operate.unlockOrders' },
  idempotent: true,
  input: z.strictObject({ order_ids: z.array(searchText.min(1)).min(1).max(200), reason, ...stepUp }),
  output: z.object({ cleared: z.number() }),
});

/** Counts the use of a card anew in every tree; 'No card number found' where nobody had used it. */
export const clearAnyCardUsage = endpoint({
  method: 'POST',
  path: '/admin/operate/clearCardUsage',
  access: { permission: 'admin.operate.clearCardUsage' },
  idempotent: true,
  input: z.strictObject({
    card_no: z.string().trim().min(1).max(64).regex(plainLine),
    scope: z.enum(['payout', 'withdrawal']),
    reason,
    ...stepUp,
  }),
  output: z.object({ cleared: z.number() }),
});

const told = z.object({ from: instant, to: instant.nullable(), text: z.string(), is_on: z.boolean() });

/** What everybody may know of a maintenance that holds or begins within a day, in his language. */
export const maintenanceNotice = endpoint({
  method: 'GET',
  path: '/maintenance',
  access: { public: true },
  input: nothing,
  output: z.object({ maintenance: told.nullable() }),
});
