import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, done, id, money, nothing } from '../fields.ts';

const kind = z.enum(['subAgent', 'middleman']).default('subAgent');

const candidate = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** Bound to the merchant asked about; without one, to any merchant. */
  bound: z.boolean(),
  merchants: z.number(),
});

/** Whom a merchant can be bound to, with what the bound one earns by channel. */
export const bindCandidates = endpoint({
  method: 'GET',
  path: '/customers/{id}/bind',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ id, kind }),
  output: z.array(
    candidate.extend({
      rates: z.array(
        z.object({ channel_id: z.string(), channel: z.string(), pct: z.string(), per_item: money, currency }),
      ),
    }),
  ),
});

/** General agents of the caller's tree. */
export const subAgents = endpoint({
  method: 'GET',
  path: '/subagents',
  access: { session: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.array(candidate),
});

export const bindCustomer = endpoint({
  method: 'POST',
  path: '/customers/{id}/bind',
  access: { session: true },
  input: z.strictObject({ id, kind, user_id: id }),
  output: done,
});
export const unbindCustomer = endpoint({
  method: 'DELETE',
  path: '/customers/{id}/bind',
  access: { session: true },
  input: z.strictObject({ id, kind }),
  output: done,
});
