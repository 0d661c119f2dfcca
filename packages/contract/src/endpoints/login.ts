import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, done, instant, nothing } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { stepUpCode as oneCode } from '../step-up.ts';

const username = z.string().min(1).max(64).regex(plainLine);

export const customized = z.object({ app_name: z.string(), logo: z.string(), color: z.string().optional() });

/** A session was opened. `google2FA` is present (true) only when 2FA is bound; absent means a locked session. */
export const loginSuccess = z.object({
  access_token: z.string(),
  expires_at: instant,
  currency,
  google2FA: z.literal(true).optional(),
  customized,
});
export const loginAnswer = z.union([
  loginSuccess,
  z.object({ validate2FA: z.string() }),
  z.object({ bind2FA: z.object({ secret: z.string(), otpauth_url: z.string() }) }),
]);

/**
 * A proof-of-work challenge in the ALTCHA v1 format; the salt carries its expiry. It costs more after failures from
 * this address, and of the user name when one is given. A name that was tried from many networks accepts only the
 * hardest challenge: a client that is refused for this (400, `captcha`) asks for a challenge again, with the name.
 */
export const captcha = endpoint({
  method: 'GET',
  path: '/captcha',
  access: { public: true },
  input: z.strictObject({ username: username.optional() }),
  output: z.object({
    algorithm: z.literal('SHA-256'),
    challenge: z.string(),
    maxnumber: z.number(),
    salt: z.string(),
    signature: z.string(),
  }),
});

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: { public: true },
  input: z.strictObject({
    username,
    password: z.string().min(1).max(512),
    captcha: z.string().min(1).max(2_000),
    oneCode: oneCode.optional(),
    remember: z.boolean().optional(),
  }),
  output: loginAnswer,
});

export const validate2FA = endpoint({
  method: 'POST',
  path: '/validate2FA',
  access: { public: true },
  input: z.strictObject({ oneCode, validate2FA: z.string().min(1).max(128) }),
  output: loginSuccess,
});

/** Sets the password with a one-time code (24 h) that an administrator handed over; nobody else ever knows it. */
export const setPassword = endpoint({
  method: 'POST',
  path: '/setPassword',
  access: { public: true },
  input: z.strictObject({ code: z.string().min(1).max(128), password: z.string().min(1).max(512) }),
  output: done,
});

const binding = z.object({ secret: z.string(), otpauth_url: z.string() });

export const startBinding2FA = endpoint({
  method: 'GET',
  path: '/2FA',
  access: { session: true, whileLocked: true },
  input: nothing,
  output: binding,
});

export const bind2FA = endpoint({
  method: 'POST',
  path: '/2FA',
  access: { session: true, whileLocked: true },
  input: z.strictObject({ oneCode }),
  output: done,
});

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  access: { session: true, whileLocked: true },
  whileActing: 'allowed',
  input: nothing,
  output: done,
});
/** The specification's form of the same call. */
export const logoutByGet = endpoint({ ...logout, method: 'GET' });

/** Answers 0, or 99 for a token that is not valid; therefore public. */
export const validateToken = endpoint({
  method: 'POST',
  path: '/validate/token',
  access: { public: true },
  input: nothing,
  output: done,
});
export const validateTokenByGet = endpoint({ ...validateToken, method: 'GET' });
