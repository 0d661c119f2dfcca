import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

/**
 * Stands for `@node-rs/argon2` in the tests of the server (vitest.config.ts): still Argon2id and still checked for real, at
 * the least cost there is, since a hash of the agreed cost keeps a processor busy as long as thirty statements do, and a
 * fifth of all these tests was hashing. What a hash costs in the product is asked of a process without this (crypto.test.ts).
 */
export const hash: typeof real.hash = (password, options) =>
  real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });

export const { verify } = real;
