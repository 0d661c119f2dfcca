import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { validate2FA } from '@suanpan/contract/endpoints/login';
import { Refusal } from '@suanpan/domain/errors';
import type { PublicContext } from '../../../platform/http/actor.ts';
import { browserHashOf, mayComeFrom } from '../../sessions/index.ts';
import type { Door } from '../door.ts';
import { loginCounters, ofName } from '../credentials/login-guard.ts';
import { browserHistory, findUserById } from '../credentials/login.queries.ts';
import { closeChallenge, recordAttempt, tryChallenge } from './login.store.ts';
import { signInWithCode } from './sign-in.ts';
import type { Knock, LoginSuccess } from './sign-in.ts';

/**
 * Answers a challenge with a code. Five tries, five minutes, one success; afterwards `challengeEnded`, also for a
 * user who may no longer come in.
 */
export async function validateTwoFactor(
  door: Door,
  context: PublicContext,
  input: ParsedInputOf<typeof validate2FA>,
): Promise<LoginSuccess> {
  const userId = await tryChallenge(door.db, input.validate2FA);
  const user = userId === undefined ? undefined : await findUserById(door.db, userId);
  if (user === undefined || !mayComeFrom(user.ip_allowlist, context.ip)) {
    const { ip, userAgent } = context;
    const username = user?.username ?? '';
    await recordAttempt(door.db, {
      username,
      userId: userId ?? null,
      ip,
      userAgent,
      outcome: 'challengeEnded',
    });
    throw new Refusal('challengeEnded');
  }
  const browserHash = browserHashOf(context);
  const history = await browserHistory(door.db, browserHash ?? '', user.username);
  const knownBrowserHash = history.user ? browserHash : undefined;
  const knock: Knock = {
    context,
    username: user.username,
    knownBrowserHash,
    isKnownBrowser: history.anybody,
    counters: ofName(loginCounters(user.username, context.ip, knownBrowserHash)),
  };
  try {
    return await signInWithCode(door, knock, user, input.oneCode, {
      async within(tx) {
        if (!(await closeChallenge(tx, input.validate2FA))) throw new Refusal('challengeEnded');
      },
    });
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'loginRefused') throw new Refusal('challengeEnded');
    throw error;
  }
}
