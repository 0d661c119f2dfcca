import { z } from 'zod';
import { roleNames } from '@suanpan/domain/access/roles';
import { endpoint } from '../endpoint.ts';
import { currency, instant, money, nothing } from '../fields.ts';
import { customized } from './login.ts';
import { patterns } from '../patterns.ts';

export const self = endpoint({
  method: 'GET',
  path: '/users/self',
  access: { session: true, whileLocked: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({
    id: z.string(),
    name: z.string(),
    username: z.string(),
    role_name: z.enum(roleNames),
    role_name_ch: z.string(),
    currency,
    balance: money,
    unsettlement_amount: money,
    frozen_amount: money,
    customer_id: z.string().optional(),
    agent_id: z.string().optional(),
    /** Whose data he sees: those of a sub-account's owner. */
    scope: z.enum(['platform', 'agent', 'subAgent', 'customer', 'middleman']),
    customized,
    google2FA: z.boolean(),
    last_login_at: instant.nullable(),
    last_login_ip: z.string().nullable(),
    permissions_version: z.string(),
    /** How far the business clock, by which days and ages are told, was moved ahead of the wall's, in milliseconds: in a demo. */
    clock_ahead_ms: z.number().optional(),
    /** Dangerous acts ask nobody else here: those who do them see it all the time. */
    four_eyes_off: z.literal(true).optional(),
    /** The application's own role could rewrite the books: administrators see it all the time. */
    one_database_role: z.literal(true).optional(),
  }),
});

export const ownPermissions = endpoint({
  method: 'GET',
  path: '/users/permissions',
  access: { session: true, whileLocked: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.array(z.string()),
});

export const menu = endpoint({
  method: 'GET',
  path: '/users/menu',
  access: { session: true, whileLocked: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      icon: z.string(),
      children: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          badge: z.number().optional(),
          path: z.string().optional(),
          query: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});

export const banks = endpoint({
  method: 'GET',
  path: '/banks/{country}',
  access: { session: true, whileLocked: true },
  whileActing: 'allowed',
  input: z.strictObject({ country: z.string().regex(patterns.country) }),
  output: z.array(z.object({ code: z.string(), name: z.string(), name_en: z.string() })),
});

/** By host, for the login page before anybody is known. */
export const branding = endpoint({
  method: 'GET',
  path: '/branding',
  access: { public: true },
  input: nothing,
  output: z.object({ app_name: z.string(), logo: z.string(), color: z.string() }),
});
