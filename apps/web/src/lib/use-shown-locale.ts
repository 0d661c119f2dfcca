import type { Locale } from '@suanpan/messages/locale';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

function listen(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** The language on the screen: i18next announces it when all its words are there. */
export function useShownLocale(): Locale {
  return useSyncExternalStore(listen, () => i18next.language as Locale);
}
