import { locales, type Locale } from '@suanpan/messages/locale';
import { loadWords, type Area, type Words } from '@suanpan/messages/packs';
import i18next, { type BackendModule } from 'i18next';
import { setFaultWords } from './fault-words.ts';
import { currentLocale, localeChanged } from './locale.ts';
import { whenIdle } from './when-idle.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Words;
  }
}

/** Areas are read from the packs of messages, each when a page first asks for it. */
const packs: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, area, done) => {
    loadWords(language as Locale, area as Area).then(
      (words) => done(null, words),
      (cause: Error) => done(cause, null),
    );
  },
};

/** The messages that the browser must be able to say while nothing can be loaded, fetched ahead of need. */
async function loadFaultWords(locale: Locale): Promise<void> {
  const errors = await loadWords(locale, 'errors');
  setFaultWords({
    network: errors.checkNetwork,
    busy: errors.serverBusy,
    limited: errors.tooManyRequests,
    ended: errors.sessionEnded,
  });
}

/** Starts the words in the current language; resolves when the areas of the first page are there. */
export async function startWords(areas: readonly Area[]): Promise<void> {
  await i18next.use(packs).init({
    lng: currentLocale(),
    fallbackLng: false,
    load: 'currentOnly',
    supportedLngs: [...locales],
    ns: [...areas],
    defaultNS: 'common',
    // React escapes by itself, and amounts hold no markup.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  localeChanged.listen((locale) => {
    void i18next.changeLanguage(locale);
    void loadFaultWords(locale);
  });
  whenIdle(() => void loadFaultWords(currentLocale()));
}
