import { setTimeout as sleep } from 'node:timers/promises';
import { codeOfStep, stepAt, stepMs } from '../../apps/server/test/one-time-code.ts';
import { openAdmin } from './database.ts';
import type { AdminDatabase } from './database.ts';
import type { DemoAccount, ServerView } from './server-view.ts';

/** Steps whose codes were handed out here and not used yet, by account; they may be on their way to the product. */
const onTheirWay = new Map<string, Set<number>>();
/** One at a time for each account: of two that look at once both would see the same step free. */
const turns = new Map<string, Promise<unknown>>();

/** A code that stands no longer than this could be too old by the time somebody has typed it. */
const timeToTypeMs = 15_000;

/**
 * A code of the account's authenticator that the product takes and nobody else was given: tests and files may all ask for
 * the same account. The product takes the code of the present step, of the next and of the one before. When all of them
 * were used, a used one is taken out of the product's memory and counts once more: a journey of thirty proofs would else
 * wait for a quarter of an hour. That a code counts once is proven by the tests of that rule, which ask for one code alone.
 */
export function unusedCode(server: ServerView, account: DemoAccount): Promise<string> {
  const { username, totp_secret: secret } = account;
  if (secret === undefined) throw new Error(`${username} has no second factor`);
  const place = `${server.dataDir} ${username}`;
  const before = turns.get(place) ?? Promise.resolve();
  const turn = before
    .catch(() => {})
    .then(async () => codeOfStep(secret, await takeStep(server, username, place)));
  turns.set(place, turn);
  return turn;
}

async function takeStep(server: ServerView, username: string, place: string): Promise<number> {
  const given = onTheirWay.get(place) ?? new Set();
  onTheirWay.set(place, given);
  const database = openAdmin(server);
  try {
    for (;;) {
      const used = await usedSteps(database, username);
      for (const step of used) given.delete(step);
      const taken = stepsTaken();
      const fresh = taken.find((step) => !used.has(step) && !given.has(step));
      const step = fresh ?? taken.find((each) => used.has(each));
      if (step === undefined) {
        // All are in somebody's hands; the next one that is used, or the next step, is there soon.
        await sleep(Math.min(250, stepMs - (Date.now() % stepMs)));
        continue;
      }
      if (fresh === undefined) await forgetStep(database, username, step);
      given.add(step);
      return step;
    }
  } finally {
    await database.close();
  }
}

async function usedSteps(database: AdminDatabase, username: string): Promise<Set<number>> {
  const rows = await database.query<{ step: string }>(
    'SELECT t.step FROM totp_used t JOIN app_user u ON u.id = t.user_id WHERE u.username = $1',
    [username],
  );
  return new Set(rows.map(({ step }) => Number(step)));
}

async function forgetStep(database: AdminDatabase, username: string, step: number): Promise<void> {
  await database.query(
    'DELETE FROM totp_used t USING app_user u WHERE u.id = t.user_id AND u.username = $1 AND t.step = $2',
    [username, step],
  );
}

/** The steps whose codes the product takes now, the present one first. */
function stepsTaken(): number[] {
  const now = stepAt(new Date());
  const leftMs = stepMs - (Date.now() % stepMs);
  return leftMs > timeToTypeMs ? [now, now + 1, now - 1] : [now, now + 1];
}
