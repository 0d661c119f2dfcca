import { tokenCookieName } from '@suanpan/domain/limits';
import { deleteCookie, readCookie, writeCookie } from './cookies.ts';
import { createSignal } from './signal.ts';

/** What the browser keeps of a signed-in session. While acting as another user it lives in this tab alone. */
export interface Session {
  readonly token: string;
  /** RFC 3339; empty when the cookie outlived the stored date. */
  readonly expiresAt: string;
}
export interface ImpersonatedSession extends Session {
  /** The id that the page was opened for. */
  readonly id: string;
  readonly openedBy: string;
}

/** Why a session ended: `message` is the server's, null when the user signed out himself. */
export const sessionEnded = createSignal<{ message: string | null }>();
/** The server refused for want of a right (20403): what this page knows of its rights may be old. */
export const rightsDoubted = createSignal<void>();
/** The server asks for the second factor to be bound first (20426). */
export const bindingWanted = createSignal<void>();

const expiryKey = 'suanpan.expiresAt';
const impersonationKey = 'suanpan.impersonation';

/** `__Host-` binds the cookie to this host, but browsers take it on https only. */
function cookieName(): string {
  return location.protocol === 'https:' ? `__Host-${tokenCookieName}` : tokenCookieName;
}

/** The `id` of `/?id=…` or `#/…?id=…`, read once: it decides for the life of this tab whose session counts. */
export const impersonatedId: string | null =
  new URLSearchParams(location.search).get('id') ??
  new URLSearchParams(location.hash.split('?')[1] ?? '').get('id');

/** The code of `#/enter?code=…`. It leaves the address before anything else reads it, and it counts once. */
let entryCode: string | null = /^#\/enter\?(?:.*&)?code=([\w-]{1,128})/.exec(location.hash)?.[1] ?? null;
if (entryCode !== null) history.replaceState(null, '', `${location.pathname}${location.search}#/enter`);

export function takeEntryCode(): string | null {
  const code = entryCode;
  entryCode = null;
  return code;
}

/** Keeps the session of another in this tab alone; the cookie of whoever opened it is not touched. */
export function storeImpersonation(session: ImpersonatedSession): void {
  sessionStorage.setItem(impersonationKey, JSON.stringify(session));
}

export function impersonation(): ImpersonatedSession | null {
  if (impersonatedId === null) return null;
  const stored = sessionStorage.getItem(impersonationKey);
  if (!stored) return null;
  const session = JSON.parse(stored) as ImpersonatedSession;
  return session.id === impersonatedId ? session : null;
}

export function currentSession(): Session | null {
  if (impersonatedId !== null) return impersonation();
  const token = readCookie(cookieName());
  return token ? { token, expiresAt: localStorage.getItem(expiryKey) ?? '' } : null;
}

export function storeSession(session: Session): void {
  writeCookie(cookieName(), session.token, new Date(session.expiresAt));
  localStorage.setItem(expiryKey, session.expiresAt);
}

/** Forgets the token without telling anybody; the caller decides what is shown. */
export function deleteSession(): void {
  if (impersonatedId !== null) {
    sessionStorage.removeItem(impersonationKey);
    return;
  }
  deleteCookie(cookieName());
  localStorage.removeItem(expiryKey);
}
