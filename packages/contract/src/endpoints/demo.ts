import { z } from 'zod';
import { roleNames } from '@suanpan/domain/access/roles';
import { endpoint } from '../endpoint.ts';
import { instant, nothing } from '../fields.ts';
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

/** The business clock: what it shows, and how far it stands from the wall. */
export const readClock = endpoint({
  method: 'GET',
  path: '/admin/operate/clock',
  access: { session: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({ now: instant, offset_ms: z.number(), movable: z.boolean() }),
});
/** Forward only, and only in the demo and in tests. */
export const moveClock = endpoint({
  method: 'POST',
  path: '/admin/operate/clock',
  access: { permission: 'admin.operate.update' },
  input: z.strictObject({
    by_ms: z
      .number()
      .int()
      .min(1)
      .max(400 * 86_400_000),
  }),
  output: z.object({ now: instant, offset_ms: z.number(), movable: z.boolean() }),
});
