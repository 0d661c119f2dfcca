import type { ErrorName } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import type { Locale } from '../../platform/http/locale.ts';

/** The words of every refusal, for createHttp; platform itself knows no language. */
export function errorWords(
  name: ErrorName,
  locale: Locale,
  params: Readonly<Record<string, string>>,
): string {
  return translateError(locale, name, params);
}
