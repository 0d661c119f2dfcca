import type { IncomingHttpHeaders } from 'node:http';
import { localeFromHeader } from '@suanpan/messages/locale';
import type { Locale } from '@suanpan/messages/locale';

/** The language of a message: the header of the product's own clients, else the usual one, else zh-TW. */
export function localeOf(headers: IncomingHttpHeaders): Locale {
  const named = headers['x-localization'];
  return localeFromHeader(typeof named === 'string' ? named : undefined, headers['accept-language']);
}
