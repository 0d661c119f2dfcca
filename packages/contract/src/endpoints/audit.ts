import { z } from 'zod';
import { roleNames } from '@suanpan/domain/access/roles';
import { auditFindings } from '@suanpan/domain/audit/findings';
import { anomalyKinds, operationGroups } from '@suanpan/domain/operations/groups';
import { endpoint } from '../endpoint.ts';
import { currency, instant, listOf, money, noSummary, nothing, paging, searchText } from '../fields.ts';
import { plainLine } from '../plain-text.ts';

const person = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role_name: z.enum(roleNames),
});
export const auditOutcomes = ['done', 'denied', 'failed'] as const;

/** One act: who, for whom, what, on what, and what it changed. */
export const auditRow = z.object({
  id: z.string(),
  at: instant,
  /** Null for the system itself and for callers who were not yet known. */
  actor: person.nullable(),
  /** The user acted for, only where he is not the actor. */
  effective: person.nullable(),
  act: z.string(),
  object_kind: z.string(),
  object_id: z.string(),
  outcome: z.enum(auditOutcomes),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  /** Its block in the chain, null while it is too young to be sealed. */
  block: z.string().nullable(),
});
export type AuditRow = z.output<typeof auditRow>;

export const operationLogs = endpoint({
  method: 'GET',
  path: '/admin/operationLogs',
  access: { permission: 'admin.operationLogs.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    /** User name or id of who acted or was acted for. */
    actor: searchText.optional(),
    /** The beginning of an act's name, e.g. `collections.` */
    act: searchText.optional(),
    object_kind: searchText.optional(),
    object_id: searchText.optional(),
    outcome: z.enum(auditOutcomes).optional(),
    /** What people and their programs did, or what the system did by itself; both without it. */
    by: z.enum(['people', 'system']).optional(),
    ip: searchText.optional(),
    request_id: searchText.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(auditRow, noSummary),
});

const named = z.string().max(64).regex(plainLine);

/** Everything that happened to one object, newest first; for those who may see the object. */
export const objectAudit = endpoint({
  method: 'GET',
  path: '/audit/{kind}/{id}',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ kind: named, id: named }),
  output: z.object({ items: z.array(auditRow) }),
});

const auditProof = z.object({
  id: z.string(),
  started_by: z.string().nullable(),
  started_at: instant,
  finished_at: instant.nullable(),
  state: z.enum(['running', 'passed', 'broken', 'interrupted']),
  blocks_total: z.number(),
  blocks: z.number(),
  rows: z.number(),
  journals: z.number(),
  unsealed: z.number(),
  /** What was touched, by name, with its ids; empty when all of it holds. */
  findings: z.array(z.object({ name: z.enum(auditFindings), where: z.string() })),
  head: z.string(),
});
export type AuditProofAnswer = z.output<typeof auditProof>;

export const auditProofs = endpoint({
  method: 'GET',
  path: '/admin/operationLogs/proofs',
  access: { permission: 'admin.operationLogs.get' },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({ items: z.array(auditProof) }),
});
/** Starts to compute the whole chain anew; answers the run, or the one that is under way. */
export const verifyAuditLog = endpoint({
  method: 'POST',
  path: '/admin/operationLogs/verify',
  access: { permission: 'admin.operationLogs.verify' },
  input: nothing,
  output: auditProof,
});

export const loginOutcomes = [
  'success',
  'demo',
  'codeAsked',
  'bindingStarted',
  'botCheckRefused',
  'unknownUser',
  'wrongPassword',
  'locked',
  'disabled',
  'accessNotSet',
  'ipNotAllowed',
  'wrongCode',
  'codesLocked',
  'challengeEnded',
] as const;

export const loginLogs = endpoint({
  method: 'GET',
  path: '/admin/loginlogs',
  access: { permission: 'admin.loginlogs.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    username: searchText.optional(),
    ip: searchText.optional(),
    outcome: z.enum(loginOutcomes).optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(
    z.object({
      id: z.string(),
      at: instant,
      username: z.string(),
      user: person.nullable(),
      ip: z.string(),
      user_agent: z.string(),
      outcome: z.enum(loginOutcomes),
    }),
    z.object({ count: z.number(), succeeded: z.number(), refused: z.number(), addresses: z.number() }),
  ),
});

const group = z.enum(Object.keys(operationGroups) as [keyof typeof operationGroups]);

/** What each operator did in a stretch of days, and what of it is unusual for him. */
export const operationAnalysis = endpoint({
  method: 'GET',
  path: '/admin/operationAnalysis',
  access: { permission: 'admin.operationAnalysis.get' },
  whileActing: 'allowed',
  input: z.strictObject({ from: instant, to: instant, actor: searchText.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        operator: person,
        acts: z.number(),
        denials: z.number(),
        night: z.number(),
        /** His own acts a day over the four weeks before; null when he did nothing then. */
        usual_per_day: z.string().nullable(),
        groups: z.array(
          z.object({ group, count: z.number(), amounts: z.array(z.object({ currency, amount: money })) }),
        ),
        anomalies: z.array(z.object({ kind: z.enum(anomalyKinds), count: z.number() })),
        last_at: instant,
      }),
    ),
    hours: z.array(z.object({ hour: z.number(), count: z.number() })),
  }),
});
