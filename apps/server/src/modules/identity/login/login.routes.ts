import * as contract from '@suanpan/contract/endpoints/login';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { PublicContext, RequestContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { recordAudit } from '../../audit/index.ts';
import { authenticate, browserHashOf, endSession } from '../../sessions/index.ts';
import { refuseStaleVisit } from '../impersonation/visitor-now.ts';
import { finishBinding, startBinding } from '../two-factor/bind-two-factor.ts';
import type { Door } from '../door.ts';
import { logIn } from './log-in.ts';
import { loginCounters, slowing } from '../credentials/login-guard.ts';
import { failuresOf } from '../credentials/login-guard.store.ts';
import { browserHistory } from '../credentials/login.queries.ts';
import { setPasswordByLink } from '../users/set-password.ts';
import { validateTwoFactor } from './validate-two-factor.ts';

type Done = Record<string, never>;

export function bindLogin(app: Http, door: Door): void {
  const logout = (context: RequestContext): Promise<Done> => endOwnSession(door, context);
  const validateToken = (context: PublicContext): Promise<Done> => checkToken(door, context);
  const { captcha, login, validate2FA, startBinding2FA, bind2FA, setPassword } = contract;
  const {
    logout: logoutByPost,
    logoutByGet,
    validateToken: validateByPost,
    validateTokenByGet: validateByGet,
  } = contract;
  bindEndpoints(
    app,
    {
      captcha,
      login,
      validate2FA,
      startBinding2FA,
      bind2FA,
      setPassword,
      logoutByPost,
      logoutByGet,
      validateByPost,
      validateByGet,
    },
    {
      captcha: async (context, { username = '' }) => {
        const browserHash = browserHashOf(context);
        const { user: isKnown } = await browserHistory(door.db, browserHash ?? '', username);
        const counters = loginCounters(username, context.ip, isKnown ? browserHash : undefined);
        const failures = await failuresOf(door.db, [counters.address, slowing(counters)]);
        const challenge = await door.botCheck.challenge(failures);
        return { ...challenge, algorithm: 'SHA-256' as const, maxnumber: challenge.maxnumber ?? 0 };
      },
      login: (context, input) => logIn(door, context, input),
      validate2FA: (context, input) => validateTwoFactor(door, context, input),
      startBinding2FA: (context) => startBinding(door, context),
      bind2FA: async (context, { oneCode }) => {
        await finishBinding(door, context, oneCode);
        context.say(translate(context.locale, 'login.binding.succeeded'));
        return {};
      },
      setPassword: async (context, input) => {
        await setPasswordByLink(door, context, input);
        return {};
      },
      logoutByPost: logout,
      logoutByGet: logout,
      validateByPost: validateToken,
      validateByGet: validateToken,
    },
  );
}

async function endOwnSession(door: Door, { actor, ip, userAgent, requestId }: RequestContext): Promise<Done> {
  await transact(door.db, async (tx) => {
    if (!(await endSession(tx, actor.sessionId, 'signedOut'))) return;
    await recordAudit(tx, {
      actorId: actor.userId,
      effectiveId: actor.effectiveUserId,
      act: 'session.end',
      objectKind: 'session',
      objectId: actor.sessionId.toString(),
      ip,
      userAgent,
      requestId,
    });
  });
  return {};
}

/** Code 0 for a token that works from here, else `tokenInvalid`; a fault stays a fault. */
async function checkToken(door: Door, context: PublicContext): Promise<Done> {
  const { token, cookies, ip, userAgent, isBackground, requestId } = context;
  try {
    const credentials = { token, cookies, ip, userAgent, isBackground, requestId };
    await refuseStaleVisit(door.db, await authenticate(door.db, credentials));
  } catch (error) {
    // Whose token it was, and why it does not work, is for the log alone.
    throw error instanceof Refusal ? Object.assign(new Refusal('tokenInvalid'), { cause: error }) : error;
  }
  return {};
}
