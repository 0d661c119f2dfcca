import type { FastifyRequest } from 'fastify';
import { prefixOf } from '../http/create-http.ts';
import { languageOf } from '../pages/language-of.ts';
import type { Language } from '../pages/language.ts';
import { withLanguage } from '../pages/page.ts';
import type { Frame } from '../pages/page.ts';
import type { Bank } from './bank.ts';
import { bankWords } from './words.ts';
import type { BankWords } from './words.ts';

/** What every page of the bank is rendered with. */
export interface PageContext {
  language: Language;
  words: BankWords;
  prefix: string;
  /** An address of ours, with prefix and language. */
  link: (path: string) => string;
  frame: (page: { title: string; here: string; isLive: boolean; withLinks: boolean }) => Frame;
}

export function pageContext(bank: Bank, request: FastifyRequest): PageContext {
  const language = languageOf(request);
  const words = bankWords[language];
  const prefix = prefixOf(bank.publicBase);
  return {
    language,
    words,
    prefix,
    link: (path) => `${prefix}${withLanguage(path, language)}`,
    frame: ({ title, here, isLive, withLinks }) => ({
      language,
      prefix,
      title: `${title} · ${words.brand}`,
      brand: words.brand,
      tagline: words.tagline,
      links: withLinks
        ? [
            { path: '/console', words: words.console, isHere: here.startsWith('/console') },
            { path: '/counter', words: words.counter, isHere: here.startsWith('/counter') },
            { path: '/statements', words: words.statements, isHere: here.startsWith('/statements') },
            { path: '/transfers', words: words.transfers, isHere: here.startsWith('/transfers') },
          ]
        : [],
      here,
      isLive,
    }),
  };
}
