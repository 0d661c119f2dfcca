import type { Language } from '../pages/language.ts';
import type { Frame } from '../pages/page.ts';
import { echoWords } from './words.ts';

/** What surrounds the pages of the echo shop; `here` is the address after the prefix. */
export function shopFrame(view: {
  language: Language;
  prefix: string;
  title: string;
  here: string;
  isLive: boolean;
}): Frame {
  const words = echoWords[view.language];
  return {
    ...view,
    title: `${view.title} · ${words.brand}`,
    brand: words.brand,
    tagline: words.tagline,
    links: [
      { path: '/', words: words.cart, isHere: view.here.split('?')[0] === '/' },
      { path: '/callbacks', words: words.callbacks, isHere: view.here === '/callbacks' },
    ],
  };
}
