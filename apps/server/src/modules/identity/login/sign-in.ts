import type { OutputOf } from '@suanpan/contract/endpoint';
import type { login, validate2FA } from '@suanpan/contract/endpoints/login';
import { Refusal } from '@suanpan/domain/errors';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { PublicContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { recordAudit } from '../../audit/index.ts';
import { brandingOf } from '../../settings/index.ts';
import { endSessions, insertSession, markBrowser } from '../../sessions/index.ts';
import type { Door } from '../door.ts';
import { codeCounter } from '../credentials/login-guard.ts';
import { forgiveTries, reserveTries } from '../credentials/login-guard.store.ts';
import type { Counter } from '../credentials/login-guard.store.ts';
import { lockUser } from '../credentials/login.queries.ts';
import type { LoginUser } from '../credentials/login.queries.ts';
import { recordAttempt, saveLastLogin } from './login.store.ts';
import type { LoginOutcome } from './login.store.ts';
import type { OpenedSession } from '../../sessions/index.ts';
import { stepOf } from '../credentials/totp.ts';
import { burnStep, saveBinding } from '../credentials/totp.store.ts';

export type LoginAnswer = OutputOf<typeof login>;
export type LoginSuccess = OutputOf<typeof validate2FA>;

/** One try at the door: who knocks, where from, and the counters that stand against him. */
export interface Knock {
  readonly context: PublicContext;
  readonly username: string;
  /** The hash of the browser's cookie, where this user has signed in with it before. */
  readonly knownBrowserHash: string | undefined;
  /** This server made the cookie of the browser, for this user or for another. */
  readonly isKnownBrowser: boolean;
  /** Counters that a sign-in clears. */
  readonly counters: readonly Counter[];
}

export function note(
  db: Kysely<Tables>,
  knock: Knock,
  userId: bigint | null,
  outcome: LoginOutcome,
): Promise<void> {
  const { ip, userAgent } = knock.context;
  return recordAttempt(db, { username: knock.username, userId, ip, userAgent, outcome });
}

/**
 * Checks a code and opens the session in one transaction: of two sign-ins with the same code one wins. With
 * `binds`, the code belongs to the secret that is being bound and binds it. `within` joins the transaction once the code has proved right.
 * Refuses `wrongTwoFactorCode` for a wrong or used code and `loginRefused` after ten of them in half an hour.
 */
export async function signInWithCode(
  door: Door,
  knock: Knock,
  user: LoginUser,
  code: string,
  options: { readonly binds?: boolean; readonly within?: (tx: Tx) => Promise<void> } = {},
): Promise<LoginSuccess> {
  const codes = codeCounter(user.id, knock.knownBrowserHash);
  if ((await reserveTries(door.db, [codes])).get(codes.subject)?.isLocked === true) {
    await note(door.db, knock, user.id, 'codesLocked');
    throw new Refusal('loginRefused');
  }
  const opened = await transact(door.db, async (tx) => {
    const now = await lockUnchanged(tx, user);
    const sealed = options.binds === true ? now.totp_pending_sealed : now.totp_sealed;
    if (sealed === null || (options.binds === true) === (now.totp_bound_at !== null)) return undefined;
    const step = stepOf(door.vault, door.clock, sealed, code);
    if (step === undefined || !(await burnStep(tx, user.id, step))) return undefined;
    if (options.binds === true) {
      await saveBinding(tx, user.id, sealed);
      await endSessions(tx, user.id, 'twoFactorChanged');
    }
    await options.within?.(tx);
    return openSession(tx, knock, now, { secondFactor: true, clears: [codes] });
  });
  if (opened === undefined) {
    await note(door.db, knock, user.id, 'wrongCode');
    throw new Refusal('wrongTwoFactorCode');
  }
  return presentSignIn(door.db, user, opened, true);
}

/** Opens a session that stays locked until its user has bound a second factor. */
export async function signInLocked(door: Door, knock: Knock, user: LoginUser): Promise<LoginSuccess> {
  const opened = await transact(door.db, async (tx) => {
    const now = await lockUnchanged(tx, user);
    if (now.totp_bound_at !== null) throw new Refusal('loginRefused');
    return openSession(tx, knock, now, { secondFactor: false, clears: [] });
  });
  return presentSignIn(door.db, user, opened, false);
}

/** The user as he stands now, locked; refuses when his password or status changed since it was looked at. */
export async function lockUnchanged(tx: Tx, user: LoginUser): Promise<LoginUser> {
  const now = await lockUser(tx, user.id);
  const isSame = now?.password_hash === user.password_hash && now.status === 'active';
  if (now === undefined || !isSame) throw new Refusal('loginRefused');
  return now;
}

export async function openSession(
  tx: Tx,
  knock: Knock,
  user: LoginUser,
  options: {
    readonly secondFactor: boolean;
    readonly clears: readonly Counter[];
    readonly outcome?: LoginOutcome;
  },
): Promise<OpenedSession> {
  const { context } = knock;
  const opened = await insertSession(tx, {
    userId: user.id,
    secondFactor: options.secondFactor,
    browserHash: markBrowser(context, knock.isKnownBrowser),
    ip: context.ip,
    userAgent: context.userAgent,
  });
  await saveLastLogin(tx, user.id, context.ip);
  await forgiveTries(tx, [...knock.counters, ...options.clears]);
  await note(tx, knock, user.id, options.outcome ?? 'success');
  await recordAudit(tx, {
    actorId: user.id,
    act: 'session.start',
    objectKind: 'session',
    objectId: opened.sessionId.toString(),
    after: { locked: !options.secondFactor },
    ip: context.ip,
    userAgent: context.userAgent,
    requestId: context.requestId,
  });
  await emit(tx, [
    {
      kind: 'session.started',
      subject: `user:${user.id}`,
      payload: {
        user_id: user.id.toString(),
        session_id: opened.sessionId.toString(),
        ip: context.ip,
        user_agent: context.userAgent,
        is_new_address: user.last_login_ip !== null && user.last_login_ip !== context.ip,
        // A card of the demo is for whoever sits there: no browser is strange to it.
        is_new_browser: context.isWeb && knock.knownBrowserHash === undefined && options.outcome !== 'demo',
      },
    },
  ]);
  return opened;
}

export async function presentSignIn(
  db: Kysely<Tables>,
  user: LoginUser,
  opened: OpenedSession,
  secondFactor: boolean,
): Promise<LoginSuccess> {
  const { appName, logo, color } = await brandingOf(db, user.kind === 'agent' ? user.id : user.agent_id);
  return {
    access_token: opened.token,
    expires_at: opened.expiresAt.toISOString(),
    currency: user.currency,
    ...(secondFactor && { google2FA: true as const }),
    customized: { app_name: appName, logo, color },
  };
}
