import {
  cookieFromLocale,
  defaultLocale,
  htmlLang,
  languageCookies,
  localeFromCookie,
  type Locale,
} from '@suanpan/messages/locale';
import { readCookie, writeCookie } from './cookies.ts';
import { createSignal } from './signal.ts';

export const localeChanged = createSignal<Locale>();

let current: Locale = defaultLocale;

export function currentLocale(): Locale {
  return current;
}

function take(locale: Locale): void {
  current = locale;
  document.documentElement.lang = htmlLang[locale];
}

/** The language of the cookie, or null where nobody has chosen one yet. */
export function chosenLocale(): Locale | null {
  const cookie = readCookie('lang');
  return languageCookies.some((known) => known === cookie) ? localeFromCookie(cookie) : null;
}

/** Sets the language that a page starts in, without remembering it. */
export function startLocale(locale: Locale): void {
  take(locale);
}

/** Switches the language and remembers it for ten years. */
export function setLocale(locale: Locale): void {
  take(locale);
  writeCookie('lang', cookieFromLocale(locale));
  localeChanged.emit(locale);
}
