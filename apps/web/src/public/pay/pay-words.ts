import type { Locale } from '@suanpan/messages/locale';
import { checkout as en } from '@suanpan/messages/en/checkout';
import { checkout as cn } from '@suanpan/messages/zh-CN/checkout';
import { checkout as tw } from '@suanpan/messages/zh-TW/checkout';
import type { Words } from '@suanpan/messages/packs';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export type PayWords = Words['checkout'];

/** All three come with the page: together they are lighter than the request that one of them would cost. */
export const payWords: Readonly<Record<Locale, PayWords>> = { 'zh-TW': tw, 'zh-CN': cn, en };

export const PayWordsContext = createContext<PayWords | null>(null);

export function usePayWords(): PayWords {
  const words = useContext(PayWordsContext);
  if (!words) throw new Error('the words are not loaded');
  return words;
}

/** Fills `{{name}}`; the payer pages need no more of a words engine than this. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);
}
