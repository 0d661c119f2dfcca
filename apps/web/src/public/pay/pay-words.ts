import { loadWords, type Words } from '@suanpan/messages/packs';
import type { Locale } from '@suanpan/messages/locale';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export type PayWords = Words['checkout'];

export const PayWordsContext = createContext<PayWords | null>(null);

export function usePayWords(): PayWords {
  const words = useContext(PayWordsContext);
  if (!words) throw new Error('the words are not loaded');
  return words;
}

export function loadPayWords(locale: Locale): Promise<PayWords> {
  return loadWords(locale, 'checkout');
}

/** Fills `{{name}}`; the payer pages need no more of a words engine than this. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);
}
