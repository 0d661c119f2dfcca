import { botCheckMinutes, loginDelayFromFailure } from '@suanpan/domain/limits';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { Challenge } from 'altcha-lib/v1/types';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { WallClock } from '../../../platform/clock.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { burnChallenge } from './bot-check.store.ts';

const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  number: z.number().int().min(0).max(10_000_000),
  salt: z.string().min(1).max(200),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

export interface BotCheck {
  /** A challenge of the ALTCHA v1 format; its salt carries its expiry, two minutes from now. */
  challenge(failures: number): Promise<Challenge>;
  /** Whether `captcha` solves a challenge of ours that has neither expired nor been used; it is used by this. */
  accept(db: Kysely<Tables>, captcha: string): Promise<boolean>;
}

/** A proof of work that needs nobody outside the house; its cost grows with the failures of the caller. */
export function createBotCheck(clock: WallClock, hmacKey: string): BotCheck {
  return {
    challenge: (failures) =>
      createChallenge({
        algorithm: 'SHA-256',
        hmacKey,
        maxnumber: maxNumberAfter(failures),
        expires: new Date(clock.now().getTime() + botCheckMinutes * 60_000),
      }),

    async accept(db, captcha) {
      const parsed = solution.safeParse(readSolution(captcha));
      if (!parsed.success) return false;
      // The library would ask the process's clock; the expiry is compared here, with the clock we are given.
      const expiresS = Number.parseInt(extractParams(parsed.data)['expires'] ?? '', 10);
      const expiresAt = new Date(expiresS * 1000);
      if (!(expiresAt.getTime() > clock.now().getTime())) return false;
      if (!(await verifySolution(parsed.data, hmacKey, false))) return false;
      return burnChallenge(db, parsed.data.challenge, expiresAt);
    },
  };
}

/** How many numbers a solver must try at most: fractions of a second at first, seconds after repeated failures. */
function maxNumberAfter(failures: number): number {
  if (failures < loginDelayFromFailure) return 20_000;
  return failures < 2 * loginDelayFromFailure ? 60_000 : 200_000;
}

function readSolution(captcha: string): unknown {
  try {
    return JSON.parse(Buffer.from(captcha, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
