import { translate } from '@suanpan/messages/translate';
import { z } from 'zod';

export const locales = ['zh-TW', 'zh-CN', 'en'] as const;
export type Locale = (typeof locales)[number];

/** X-LOCALIZATION decides; anything absent or unknown means zh-TW. */
export function readLocale(header: string | readonly string[] | undefined): Locale {
  return locales.find((locale) => locale === header) ?? 'zh-TW';
}

const fieldMessages = {
  'zh-TW': z.locales.zhTW().localeError,
  'zh-CN': z.locales.zhCN().localeError,
  en: z.locales.en().localeError,
} as const;

/**
 * The words of a failed field check in the caller's language. They come with the schema library, but for a field
 * that is missing: that one says "received undefined", which no caller ever sent.
 */
export function fieldMessage(locale: Locale): z.core.$ZodErrorMap {
  return (issue) =>
    issue.code === 'invalid_type' && issue.input === undefined
      ? translate(locale, 'common.validation.required')
      : fieldMessages[locale](issue);
}
