/** Interface languages in the order of specification §1; the first is the default. */
export const locales = ['zh-TW', 'zh-CN', 'en'] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'zh-TW';

/** Values of the language cookie (specification §9). */
export const languageCookies = ['tw', 'cn', 'en'] as const;
export type LanguageCookie = (typeof languageCookies)[number];

const localeOfCookie: Readonly<Record<LanguageCookie, Locale>> = { tw: 'zh-TW', cn: 'zh-CN', en: 'en' };

/** The `lang` attribute of the page: it picks the right glyphs for the same character. */
export const htmlLang: Readonly<Record<Locale, string>> = {
  'zh-TW': 'zh-Hant-TW',
  'zh-CN': 'zh-Hans-CN',
  en: 'en',
};

/** Each language in its own script, for the picker. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'zh-TW': '繁體中文',
  'zh-CN': '简体中文',
  en: 'English',
};

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/** The locale of a cookie value; an unknown or missing one is the default. */
export function localeFromCookie(value: string | null | undefined): Locale {
  const cookie = languageCookies.find((known) => known === value);
  return cookie === undefined ? defaultLocale : localeOfCookie[cookie];
}

export function cookieFromLocale(locale: Locale): LanguageCookie {
  return languageCookies.find((cookie) => localeOfCookie[cookie] === locale) ?? 'tw';
}

/**
 * The locale of the X-LOCALIZATION header, or the default. `accepted` is an Accept-Language value that is looked
 * at only where no header and no cookie speak, as on the payer pages.
 */
export function localeFromHeader(header: string | null | undefined, accepted?: string): Locale {
  if (isLocale(header)) return header;
  return accepted === undefined ? defaultLocale : localeFromAcceptLanguage(accepted);
}

function localeFromAcceptLanguage(accepted: string): Locale {
  for (const part of accepted.toLowerCase().split(',')) {
    const tag = part.split(';')[0]?.trim() ?? '';
    if (/^zh-(cn|sg|hans)/.test(tag)) return 'zh-CN';
    if (tag === 'zh' || tag.startsWith('zh-')) return 'zh-TW';
    if (tag === 'en' || tag.startsWith('en-')) return 'en';
  }
  return defaultLocale;
}
