import { z } from 'zod';
import { roleNames } from '@suanpan/domain/access/roles';
import { endpoint } from '../endpoint.ts';
import { done, instant, nothing } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { loginSuccess } from './login.ts';

/** In the mode `demo` alone; elsewhere both calls answer 404. */
export const demoAccounts = endpoint({
  method: 'GET',
  path: '/demo/accounts',
  access: { public: true },
  input: nothing,
  output: z.array(
    z.object({ role: z.enum(roleNames), username: z.string(), name: z.string(), fresh: z.boolean() }),
  ),
});
/** One click opens a session of a demo account; there is nothing to protect in a demo tenant. */
export const demoLogin = endpoint({
  method: 'POST',
  path: '/demo/login',
  access: { public: true },
  input: z.strictObject({ username: z.string().min(1).max(64).regex(plainLine) }),
  output: loginSuccess,
});

/** How far the demo has come; everybody may ask, because nobody is signed in while it is drawn anew. */
export const demoProgress = endpoint({
  method: 'GET',
  path: '/demo/progress',
  access: { public: true },
  input: nothing,
  output: z.object({
    /** `history`: it is being made · `ready`: it is there · `ending`: it is about to be thrown away. */
    phase: z.enum(['history', 'ready', 'ending']),
    /** Orders of the history so far, and in the end. */
    made: z.number(),
    orders: z.number(),
    /** Whether this server can throw its data away and begin again by itself. */
    can_start_over: z.boolean(),
  }),
});
/** Throws all data of the demo away and draws it anew. The server goes away with the answer and comes back by itself. */
export const startDemoOver = endpoint({
  method: 'POST',
  path: '/demo/startOver',
  access: { permission: 'admin.operate.update' },
  input: nothing,
  output: done,
});

/** The business clock: what it shows, and how far it stands from the wall. */
export const readClock = endpoint({
  method: 'GET',
  path: '/admin/operate/clock',
  access: { session: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({ now: instant, offset_ms: z.number(), movable: z.boolean() }),
});
/** Forward only (`clockForwardOnly`), and only in the demo and in tests. */
export const moveClock = endpoint({
  method: 'POST',
  path: '/admin/operate/clock',
  access: { permission: 'admin.operate.update' },
  input: z.strictObject({
    by_ms: z
      .number()
      .int()
      .min(-400 * 86_400_000)
      .max(400 * 86_400_000),
  }),
  output: z.object({ now: instant, offset_ms: z.number(), movable: z.boolean() }),
});
