/** The languages of the pages. */
export const languages = ['zh-TW', 'zh-CN', 'en'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = { 'zh-TW': '繁體', 'zh-CN': '简体', en: 'English' };

const match = (tag: string): Language | null => {
  const lower = tag.trim().toLowerCase();
  if (lower === 'tw' || /^zh-(tw|hk|mo|hant)/.test(lower)) return 'zh-TW';
  if (lower === 'cn' || /^zh(-|$)/.test(lower)) return 'zh-CN';
  return /^en(-|$)/.test(lower) ? 'en' : null;
};

/** Chooses by `?lang=`, then by the browser's Accept-Language in its order of preference, then zh-TW. */
export function chooseLanguage(asked: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = asked === undefined ? null : match(asked);
  if (chosen) return chosen;
  const wanted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...rest] = part.split(';');
    const quality = rest
      .map((piece) => /^\s*q=([\d.]+)\s*$/.exec(piece)?.[1])
      .find((value) => value !== undefined);
    return { language: match(tag), quality: quality === undefined ? 1 : Number(quality) };
  });
  wanted.sort((a, b) => b.quality - a.quality);
  return wanted.find((entry) => entry.language !== null && entry.quality > 0)?.language ?? 'zh-TW';
}
