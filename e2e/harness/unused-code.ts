import { setTimeout as sleep } from 'node:timers/promises';
import { codeOfStep, stepAt, stepMs } from '../../apps/server/test/one-time-code.ts';
import { openAdmin } from './database.ts';
import type { DemoAccount, ServerView } from './server-view.ts';

/** Steps whose codes were handed out here, by account; they may be on their way to the product. */
const handedOut = new Map<string, Set<number>>();

/** A code that stands no longer than this could be too old by the time somebody has typed it. */
const timeToTypeMs = 15_000;

/**
 * A code of the account's authenticator that nobody has used and nobody else was given: tests, files and parts may all
 * ask for the same account. The product takes the code of the present step, of the next and of the one before, so two or
 * three are there at once; whoever wants more waits for the next step.
 */
export async function unusedCode(server: ServerView, account: DemoAccount): Promise<string> {
  const { username, totp_secret: secret } = account;
  if (secret === undefined) throw new Error(`${username} has no second factor`);
  const place = `${server.dataDir} ${username}`;
  const given = handedOut.get(place) ?? new Set();
  handedOut.set(place, given);
  const database = openAdmin(server);
  try {
    for (;;) {
      const used = await database.query<{ step: string }>(
        'SELECT t.step FROM totp_used t JOIN app_user u ON u.id = t.user_id WHERE u.username = $1',
        [username],
      );
      const spent = new Set([...given, ...used.map(({ step }) => Number(step))]);
      const step = stepsTaken().find((candidate) => !spent.has(candidate));
      if (step !== undefined) {
        given.add(step);
        return codeOfStep(secret, step);
      }
      await sleep(stepMs - (Date.now() % stepMs));
    }
  } finally {
    await database.close();
  }
}

/** The steps whose codes the product takes now, the present one first. */
function stepsTaken(): number[] {
  const now = stepAt(new Date());
  const leftMs = stepMs - (Date.now() % stepMs);
  return leftMs > timeToTypeMs ? [now, now + 1, now - 1] : [now, now + 1];
}
