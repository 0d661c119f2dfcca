import type { OutputOf } from '@suanpan/contract/endpoint';
import { logoutByGet, validateToken, type login } from '@suanpan/contract/endpoints/login';
import { call } from '../lib/api.ts';
import { CallFault } from '../lib/call-fault.ts';
import { faultWords } from '../lib/fault-words.ts';
import { loadOwnUser, ownQueries } from '../lib/own-user.ts';
import { queryClient } from '../lib/query-client.ts';
import { rememberPlace, takePlace } from '../lib/return-place.ts';
import { currentSession, deleteSession, sessionEnded, storeSession } from '../lib/session.ts';
import { closeSocket, openSocket } from '../lib/socket.ts';
import { stopSound, unlockSound } from '../lib/sound.ts';
import { setAppName } from '../lib/title.ts';

type LoginSuccess = Extract<OutputOf<typeof login>, { access_token: string }>;

const landing = '#/wrap/index.statistics';
const loginPage = '#/userLogin';
const tokenNotValid = 99;
const sessionEndedCode = 10001;

/** True once this page load has asked the server about the stored token. */
let isValidated = false;
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
  location.hash = takePlace(userId) ?? landing;
}

/** Before any page behind the login: false sends to the login page without a message. */
export async function resumeSession(): Promise<boolean> {
  if (!currentSession()) return false;
  if (!isValidated) {
    try {
      await call(validateToken, {}, { keepSession: true });
    } catch (cause) {
      if (!(cause instanceof CallFault) || cause.code !== tokenNotValid) throw cause;
      deleteSession();
      return false;
    }
    isValidated = true;
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

/** Forgets everything of the session in this page. */
function forget(): void {
  deleteSession();
  isValidated = false;
  closeSocket();
  stopSound();
  queryClient.clear();
}

export async function signOut(): Promise<void> {
  // The session ends here even where the server cannot be told.
  await call(logoutByGet, {}, { keepSession: true }).catch(() => null);
  forget();
  notice = null;
  location.hash = loginPage;
}

/** 10001 from anywhere: the server's message, and the login page. Called once at the start. */
export function watchSessionEnd(): void {
  sessionEnded.listen(({ message }) => {
    if (!currentSession() && location.hash.startsWith(loginPage)) return;
    const userId = queryClient.getQueryData(ownQueries.self.queryKey)?.id;
    if (userId !== undefined) rememberPlace(userId);
    forget();
    notice = message ?? faultWords().ended;
    location.hash = loginPage;
  });
}
