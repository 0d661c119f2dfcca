import { currentLocale } from '../../lib/locale.ts';

/**
 * An address that the payer is sent to, in the language he reads. Only pages of this very origin are told it, which
 * are those of the sandbox; the address of a provider or a shop is theirs, perhaps signed, and stays as it came.
 */
export function inOwnLanguage(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.origin !== location.origin) return address;
  url.searchParams.set('lang', currentLocale());
  return url.href;
}
