import { botCheckMinutes, loginDelayFromFailure, loginHardestFromFailure } from '@suanpan/domain/limits';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { Challenge } from 'altcha-lib/v1/types';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { readJson } from '../../../platform/read-json.ts';
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
  /** A challenge of the ALTCHA v1 format; its salt carries its expiry, two minutes from now, and what it costs. */
  challenge(failures: number): Promise<Challenge>;
  /**
   * Whether `captcha` solves a challenge of ours that has neither expired nor been used; it is used by this. After so
   * many failures that the bot check is at its hardest it must be one of those.
   */
  accept(db: Kysely<Tables>, captcha: string, failures: number): Promise<boolean>;
}

/** A proof of work that needs nobody outside the house; its cost grows with the failures of the caller. */
export function createBotCheck(clock: WallClock, hmacKey: string): BotCheck {
  return {
    challenge: (failures) =>
      createChallenge({
        algorithm: 'SHA-256',
        hmacKey,
        maxnumber: maxNumberAfter(failures),
        params: { cost: String(maxNumberAfter(failures)) },
        expires: new Date(clock.now().getTime() + botCheckMinutes * 60_000),
      }),

    async accept(db, captcha, failures) {
      const parsed = solution.safeParse(readJson(Buffer.from(captcha, 'base64').toString('utf8')));
      if (!parsed.success) return false;
      // The library would ask the process's clock; the expiry is compared here, with the clock we are given.
      const { cost, expires } = extractParams(parsed.data);
      const expiresS = Number.parseInt(expires ?? '', 10);
      const expiresAt = new Date(expiresS * 1000);
      if (!(expiresAt.getTime() > clock.now().getTime())) return false;
      // Otherwise one that names nobody would be a cheap one for a name that many networks try at.
      if (failures >= loginHardestFromFailure && cost !== String(maxNumberAfter(failures))) return false;
      if (!(await verifySolution(parsed.data, hmacKey, false))) return false;
      return burnChallenge(db, parsed.data.challenge, expiresAt);
    },
  };
}

/** How many numbers a solver must try at most: fractions of a second at first, seconds after repeated failures. */
function maxNumberAfter(failures: number): number {
  if (failures < loginDelayFromFailure) return 20_000;
  if (failures < 2 * loginDelayFromFailure) return 60_000;
  return failures < loginHardestFromFailure ? 200_000 : 1_000_000;
}
