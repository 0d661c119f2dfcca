import { currentLocale } from '../../lib/locale.ts';

/** A page of the sandbox bank or the echo shop, in the language of this one. */
export function sandboxAddress(path: string, query: Readonly<Record<string, string>> = {}): string {
  return `${path}?${new URLSearchParams({ ...query, lang: currentLocale() })}`;
}
