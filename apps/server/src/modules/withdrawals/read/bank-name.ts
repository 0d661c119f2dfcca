import type { Locale } from '../../../platform/http/locale.ts';
import { banksOf } from '../../settings/index.ts';

/** A bank by its code, in the reader's language; null without a bank, the code itself where none is known by it. */
export function bankNameOf(code: string | null, locale: Locale): string | null {
  if (code === null) return null;
  const bank = banksOf('TW')?.find((each) => each.code === code);
  if (bank === undefined) return code;
  return locale === 'en' ? bank.nameEn : bank.name;
}
