import { auditAreas, type Reader } from '@suanpan/messages/audit-words';
import i18next from 'i18next';
import { useMemo } from 'react';
import { showInstant } from '../../lib/platform-time.ts';
import { useAreas } from '../../lib/use-words.ts';

/** Reads the log in the language of the page. Its keys are made of what the log holds, so they may be none. */
export function useAuditReader(): Reader {
  const locale = useAreas(auditAreas);
  return useMemo(
    () => ({
      word(key, count) {
        const dot = key.indexOf('.');
        const text: unknown = i18next.getResource(locale, key.slice(0, dot), key.slice(dot + 1));
        if (typeof text !== 'string') return undefined;
        return count === undefined ? text : text.replace('{{count}}', count);
      },
      instant: showInstant,
    }),
    [locale],
  );
}
