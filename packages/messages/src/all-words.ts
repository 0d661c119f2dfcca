import type { Locale } from './locale.ts';
import { loadWords } from './packs.ts';
import type { Area, Words } from './packs.ts';
import { areas } from './zh-TW/areas.ts';

async function wordsOf(locale: Locale): Promise<Words> {
  const loaded = Object.keys(areas).map(async (area) => [area, await loadWords(locale, area as Area)]);
  return Object.fromEntries(await Promise.all(loaded)) as Words;
}

/** All words of all languages, for the server, which speaks any of them at any time. */
export const allWords: Readonly<Record<Locale, Words>> = {
  'zh-TW': await wordsOf('zh-TW'),
  'zh-CN': await wordsOf('zh-CN'),
  en: await wordsOf('en'),
};
