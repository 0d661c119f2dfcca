import type { Area } from '@suanpan/messages/packs';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';

/** The words of one area in the current language; suspends while they are being loaded. */
export function useWords<const A extends Area>(area: A): TFunction<A> {
  return useTranslation(area).t as TFunction<A>;
}
