import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { PublicContext } from '../../platform/http/actor.ts';

/** HttpOnly; binds the sessions of the web application to the browser they were opened in. */
export const browserCookie = 'suanpan_browser';
const maxAgeS = 180 * 86_400;

/** The hash of the cookie that a browser of ours has sent; undefined for bearer clients and new browsers. */
export function browserHashOf(context: PublicContext): string | undefined {
  const cookie = context.isWeb ? context.cookies[browserCookie] : undefined;
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? hashToken(cookie) : undefined;
}

/**
 * Gives the browser its cookie and answers the hash to store; null for a bearer client. A browser that has had
 * sessions here keeps its cookie, so that its other tabs stay signed in; a value that is not ours is replaced.
 */
export function markBrowser(context: PublicContext, isKnown: boolean): string | null {
  if (!context.isWeb) return null;
  const cookie = (isKnown ? context.cookies[browserCookie] : undefined) ?? randomToken();
  context.setCookie(browserCookie, cookie, maxAgeS);
  return hashToken(cookie);
}
