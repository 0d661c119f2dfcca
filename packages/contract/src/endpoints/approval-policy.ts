import { amountActNames } from '@suanpan/domain/approvals';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, money, nothing } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';
import { patterns } from '../patterns.ts';

const threshold = z.object({
  /** Null: every senior agent, and the platform itself. */
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Null: every act that moves a sum. */
  act: z.enum(amountActNames).nullable(),
  currency,
  /** From this sum on a second person is asked. */
  threshold: money,
  /** The highest that may be set here: above it nobody would ever be asked. */
  most: money,
  /** Set here, by the row for all acts, or by nobody yet. */
  source: z.enum(['own', 'inherited', 'preset']),
});
export type Threshold = z.output<typeof threshold>;

export const approvalPolicy = endpoint({
  method: 'GET',
  path: '/admin/approvals/policy',
  access: { permission: 'admin.approvals.get' },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({ items: z.array(threshold) }),
});

export const changeThreshold = endpoint({
  method: 'POST',
  path: '/admin/approvals/policy',
  access: { permission: 'admin.approvals.update' },
  idempotent: true,
  input: z.strictObject({
    agent_id: id.nullable(),
    act: z.enum(amountActNames).nullable(),
    currency,
    /** Null takes away what was set here. */
    threshold: amountInput.nullable(),
    /** The threshold in force that the change was decided on. */
    was: z.string().regex(patterns.threshold),
    reason,
    ...stepUp,
  }),
  output: submission,
});
