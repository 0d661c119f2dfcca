export const locales = ['zh-TW', 'zh-CN', 'en'] as const;
export type Locale = (typeof locales)[number];

/** X-LOCALIZATION decides; anything absent or unknown means zh-TW. */
export function readLocale(header: string | readonly string[] | undefined): Locale {
  return locales.find((locale) => locale === header) ?? 'zh-TW';
}
