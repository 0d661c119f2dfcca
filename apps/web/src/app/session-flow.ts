import type { OutputOf } from '@suanpan/contract/endpoint';
import { enter } from '@suanpan/contract/endpoints/impersonation';
import { logoutByGet, validateToken, type login } from '@suanpan/contract/endpoints/login';
import { call } from '../lib/api.ts';
import { CallFault } from '../lib/call-fault.ts';
import { faultWords } from '../lib/fault-words.ts';
import { loadOwnUser, ownQueries } from '../lib/own-user.ts';
import { dropWaitingPreferences } from '../lib/preferences.ts';
import { forgetPrivate } from '../lib/private-search.ts';
import { queryClient } from '../lib/query-client.ts';
import { rememberPlace, takePlace } from '../lib/return-place.ts';
import {
  currentSession,
  deleteSession,
  impersonatedId,
  sessionEnded,
  storeImpersonation,
  storeSession,
  takeEntryCode,
} from '../lib/session.ts';
import { createSignal } from '../lib/signal.ts';
import { closeSocket, openSocket } from '../lib/socket.ts';
import { stopSound, unlockSound } from '../lib/sound.ts';
import { setAppName } from '../lib/title.ts';
import { forgetFinishedExports } from '../parts/export/finished-exports.ts';
import { forgetTabs } from './shell/open-tabs.ts';
import { forgetHits } from './shell/recent-hits.ts';

type LoginSuccess = Extract<OutputOf<typeof login>, { access_token: string }>;

const inside = '#/wrap';
const landing = `${inside}/index.statistics`;
/** Where a session ends: a tab that was opened to act for another has no login of its own. */
export const doorPath = impersonatedId === null ? '/userLogin' : '/enter';
const doorPage = `#${doorPath}`;
const tokenNotValid = 99;
const sessionEndedCode = 10001;

/** True once this page load has asked the server about the stored token. */
let isValidated = false;
/** The answer that is on its way: the first page asks for it before the router does. */
let validating: Promise<boolean> | null = null;
let notice: string | null = null;

/** The message of the session that ended last, for the login page. */
export function loginNotice(): string | null {
  return notice;
}

/**
 * What a successful login does (specification §4): store token and expiry, load self, permissions, banks and menu
 * together, subscribe to the user's push channel, and land on the dashboard, or where the same user was thrown out.
 */
export async function signIn(success: LoginSuccess): Promise<void> {
  unlockSound();
  storeSession({ token: success.access_token, expiresAt: success.expires_at });
  setAppName(success.customized.app_name);
  isValidated = true;
  queryClient.removeQueries({ queryKey: ['own'] });
  await loadOwnUser();
  notice = null;
  void openSocket();
  const userId = queryClient.getQueryData(ownQueries.self.queryKey)?.id ?? '';
  const place = takePlace(userId);
  // Whoever was only thrown out goes on; anybody else finds nothing of who was here before.
  if (place === null) forgetFinishedExports();
  location.hash = place ?? landing;
}

/**
 * The other end of "log in as user": the code of the address becomes a session of this tab. False when there is
 * none, or none any more; `loginNotice` says why.
 */
export async function enterAsUser(): Promise<boolean> {
  const code = takeEntryCode();
  if (code === null || impersonatedId === null) return false;
  try {
    const entered = await call(enter, { code }, { keepSession: true });
    storeImpersonation({
      id: impersonatedId,
      token: entered.access_token,
      expiresAt: entered.expires_at,
      openedBy: entered.operator,
    });
    // The id in the address is what people read: it must be his whose session this is.
    if (entered.user.id !== impersonatedId) await signOut();
    else isValidated = true;
    return isValidated;
  } catch (cause) {
    if (!(cause instanceof CallFault)) throw cause;
    notice = cause.message;
    return false;
  }
}

/** The page is asked for beside it, so that it stands a way to the server and back earlier. */
async function askForValidity(): Promise<boolean> {
  const beside = loadOwnUser().catch(() => {});
  try {
    await call(validateToken, {}, { keepSession: true });
  } catch (cause) {
    if (!(cause instanceof CallFault) || cause.code !== tokenNotValid) throw cause;
    // What was asked with the old token is refused too: its message is not this one's.
    await beside;
    deleteSession();
    return false;
  }
  isValidated = true;
  return true;
}

/** Before any page behind the login: false sends to the login page without a message. */
export async function resumeSession(): Promise<boolean> {
  if (!currentSession()) return false;
  if (!isValidated) {
    validating ??= askForValidity().finally(() => {
      validating = null;
    });
    if (!(await validating)) return false;
  }
  try {
    await loadOwnUser();
  } catch (cause) {
    if (cause instanceof CallFault && cause.code === sessionEndedCode) return false;
    throw cause;
  }
  void openSocket();
  return true;
}

/** There is nobody any more for whom anything behind the door could be shown. */
export const shutOut = createSignal<void>();

/** Forgets everything of the session in this page. */
function forget(): void {
  deleteSession();
  // What is shown goes before what it shows: it would ask for that anew.
  shutOut.emit();
  isValidated = false;
  closeSocket();
  stopSound();
  dropWaitingPreferences();
  forgetPrivate();
  forgetHits();
  queryClient.clear();
}

/** Ends the session in this page at once; resolves when the server has been told, or could not be. */
export async function signOut(): Promise<void> {
  const told = call(logoutByGet, {}, { keepSession: true }).catch(() => null);
  // Before the server answers: what else is on its way for this session must not end it a second time.
  forget();
  // Who was only thrown out goes on where he was.
  forgetTabs();
  forgetFinishedExports();
  notice = null;
  location.hash = doorPage;
  await told;
}

/** 10001 from anywhere: the server's message, and the login page. Called once at the start. */
export function watchSessionEnd(): void {
  sessionEnded.listen(({ message }) => {
    // Whether the stored token is good is being asked, and answered there.
    if (validating !== null) return;
    // Whoever has left already is not led to the door from where he went since.
    if (!currentSession() && !location.hash.startsWith(inside)) return;
    const userId = queryClient.getQueryData(ownQueries.self.queryKey)?.id;
    if (userId !== undefined) rememberPlace(userId);
    forget();
    notice = message ?? faultWords().ended;
    location.hash = doorPage;
  });
}
