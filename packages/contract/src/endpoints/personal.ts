import { z } from 'zod';
import { roleNames } from '@suanpan/domain/access/roles';
import { endpoint } from '../endpoint.ts';
import { currency, done, instant, nothing } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { stepUp, stepUpCode, typedPassword } from '../step-up.ts';
import { patterns } from '../patterns.ts';
import { named } from '../refinement.ts';

export const profile = endpoint({
  method: 'GET',
  path: '/users/self/profile',
  access: { permission: 'settings.personal.get' },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    role_name: z.enum(roleNames),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    region: z.string(),
    currency,
    created_at: instant,
    updated_at: instant,
    payment_password_set: z.boolean(),
    two_factor_bound_at: instant.nullable(),
    ip_allowlist: z.array(z.string()),
    /** Where this call came from, so that nobody shuts himself out. */
    ip: z.string(),
  }),
});
export type Profile = z.output<typeof profile.output>;

/** `updated_at` as it was read: an edit of somebody else meanwhile is not overwritten (20412). */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/self/profile',
  access: { permission: 'settings.personal.update' },
  input: z.strictObject({
    phone: z.string().trim().max(32).regex(patterns.phoneOrNone),
    email: z.union([z.literal(''), z.email().max(254).regex(plainLine)]),
    updated_at: instant,
  }),
  output: done,
});

/** Ends every other session of the caller. */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/users/self/password',
  access: { permission: 'settings.personal.update' },
  input: z.strictObject({ password: typedPassword, new_password: typedPassword, one_code: stepUpCode }),
  output: done,
});

/** `password` is the payment password so far, or the one of the login where none has been set yet. */
export const changePaymentPassword = endpoint({
  method: 'POST',
  path: '/users/self/paymentPassword',
  access: { permission: 'settings.personal.update' },
  input: z.strictObject({
    password: typedPassword,
    new_payment_password: typedPassword,
    one_code: stepUpCode,
  }),
  output: done,
});

/** Password and a code of the authenticator so far; answers a new secret, good for ten minutes and this session. */
export const startTwoFactorChange = endpoint({
  method: 'POST',
  path: '/users/self/twoFactor/start',
  access: { permission: 'settings.personal.update' },
  input: z.strictObject({ password: typedPassword, one_code: stepUpCode }),
  output: z.object({ secret: z.string(), otpauth_url: z.string(), expires_at: instant }),
});
/** A code of the new secret binds it; every other session of the caller ends. */
export const finishTwoFactorChange = endpoint({
  method: 'POST',
  path: '/users/self/twoFactor',
  access: { permission: 'settings.personal.update' },
  input: z.strictObject({ one_code: stepUpCode }),
  output: done,
});

/** Addresses and CIDR blocks; an empty list allows every address. */
export const addressList = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
  .max(50)
  .refine((entries) => new Set(entries).size === entries.length, named('distinct'));

/** Refuses a list without the caller's own address (20441); sessions from elsewhere end. */
export const updateOwnAddresses = endpoint({
  method: 'PUT',
  path: '/users/self/ipAllowlist',
  access: { permission: 'settings.personal.update' },
  input: z.strictObject({ ip_allowlist: addressList, updated_at: instant, ...stepUp }),
  output: z.object({ ended: z.number() }),
});

export const personalEndpoints = {
  profile,
  updateProfile,
  changeOwnPassword,
  changePaymentPassword,
  startTwoFactorChange,
  finishTwoFactorChange,
  updateOwnAddresses,
};
