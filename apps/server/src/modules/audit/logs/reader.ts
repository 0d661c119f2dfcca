import { regionTimeText } from '@suanpan/domain/region-day';
import type { Reader } from '@suanpan/messages/audit-words';
import { translate } from '@suanpan/messages/translate';
import type { WordKey } from '@suanpan/messages/translate';
import type { Locale } from '../../../platform/http/locale.ts';

/** Reads the log in one language, times in the platform zone. */
export function readerIn(locale: Locale): Reader {
  return {
    word(key, count) {
      // Keys are made of what the log holds, so they may be none.
      const text = translate(locale, key as WordKey, count === undefined ? {} : { count });
      return text === key ? undefined : text;
    },
    instant: (at) => regionTimeText(new Date(at)),
  };
}
