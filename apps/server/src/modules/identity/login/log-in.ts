import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { login } from '@suanpan/contract/endpoints/login';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { verifyPassword } from '../../../platform/crypto/passwords.ts';
import type { PublicContext } from '../../../platform/http/actor.ts';
import { brandingOf } from '../../settings/index.ts';
import { browserHashOf, mayComeFrom } from '../../sessions/index.ts';
import type { Door } from '../door.ts';
import { delayBeforeMs, isLockedOut, loginCounters, ofName, slowing } from '../credentials/login-guard.ts';
import { failuresOf, releaseTries, reserveTries } from '../credentials/login-guard.store.ts';
import { browserHistory, findUserByName } from '../credentials/login.queries.ts';
import type { LoginUser } from '../credentials/login.queries.ts';
import { insertChallenge } from './login.store.ts';
import type { LoginOutcome } from './login.store.ts';
import { normalizePassword } from '../credentials/password-rules.ts';
import { note, signInLocked, signInWithCode } from './sign-in.ts';
import type { Knock, LoginAnswer } from './sign-in.ts';
import { newBinding, sealSecret } from '../credentials/totp.ts';
import { savePendingSecret } from '../credentials/totp.store.ts';

/**
 * Credentials, bot check and perhaps a code against one of three answers: a session, a challenge for a code, or the
 * start of a binding. An unknown user, a wrong password and a locked or disabled account are answered alike, after
 * the same work; every try is counted before it is looked at and leaves a row.
 */
export async function logIn(
  door: Door,
  context: PublicContext,
  input: ParsedInputOf<typeof login>,
): Promise<LoginAnswer> {
  const { username } = input;
  const browserHash = browserHashOf(context);
  const history = await browserHistory(door.db, browserHash ?? '', username);
  const knownBrowserHash = history.user ? browserHash : undefined;
  const counters = loginCounters(username, context.ip, knownBrowserHash);
  const knock: Knock = {
    context,
    username,
    knownBrowserHash,
    isKnownBrowser: history.anybody,
    counters: ofName(counters),
  };
  const failures = await failuresOf(door.db, [counters.address, slowing(counters)]);
  if (!(await door.botCheck.accept(door.db, input.captcha, failures))) {
    await note(door.db, knock, null, 'botCheckRefused');
    const says = translateError(context.locale, 'botCheckRefused');
    throw new Refusal('botCheckRefused', { fields: { captcha: [says] } });
  }

  const user = await findUserByName(door.db, username);
  const all = [counters.address, ...ofName(counters)];
  const counted = await reserveTries(door.db, all);
  await door.pause(delayBeforeMs(counted.get(slowing(counters).subject)?.failures ?? 1));
  const isRight = await verifyPassword(user?.password_hash, normalizePassword(input.password));
  const isLocked = isLockedOut(counters, counted, user?.kind);
  const [outcome, refusal] = judge(user, isRight, isLocked, context.ip);
  if (isRight && user !== undefined && !isLocked) await releaseTries(door.db, all);
  if (user === undefined || refusal !== undefined) {
    await note(door.db, knock, user?.id ?? null, outcome);
    throw new Refusal(refusal ?? 'loginRefused');
  }
  return afterPassword(door, knock, user, input.oneCode);
}

function judge(
  user: LoginUser | undefined,
  isRight: boolean,
  isLocked: boolean,
  ip: string,
): [LoginOutcome, ErrorName | undefined] {
  if (isLocked) return ['locked', 'loginRefused'];
  if (user === undefined) return ['unknownUser', 'loginRefused'];
  if (!isRight) return ['wrongPassword', 'loginRefused'];
  if (user.status === 'pending') return ['accessNotSet', 'accessNotSet'];
  if (user.status !== 'active' || (user.owner_status ?? 'active') !== 'active')
    return ['disabled', 'loginRefused'];
  if (!mayComeFrom(user.ip_allowlist, ip)) return ['ipNotAllowed', 'ipNotAllowed'];
  return ['success', undefined];
}

async function afterPassword(door: Door, knock: Knock, user: LoginUser, code?: string): Promise<LoginAnswer> {
  if (user.totp_bound_at !== null) {
    if (code !== undefined) return signInWithCode(door, knock, user, code);
    await note(door.db, knock, user.id, 'codeAsked');
    return { validate2FA: await insertChallenge(door.db, user.id, knock.context.isWeb) };
  }
  // Somebody who had a second factor before and lost it binds anew inside; a newcomer binds at the door.
  if (user.totp_reset_at !== null) return signInLocked(door, knock, user);
  if (code !== undefined && user.totp_pending_sealed !== null) {
    return signInWithCode(door, knock, user, code, { binds: true });
  }
  const { appName } = await brandingOf(door.db, user.kind === 'agent' ? user.id : user.agent_id);
  const binding = newBinding(user.username, appName);
  await savePendingSecret(door.db, user.id, sealSecret(door.vault, binding.secret));
  await note(door.db, knock, user.id, 'bindingStarted');
  return { bind2FA: binding };
}
