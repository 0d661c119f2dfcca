import type { TFunction } from 'i18next';
import type { GridPreset } from './grid-column.ts';

interface Shown<Row> {
  readonly columns: readonly (keyof Row & string)[];
  readonly pinned: readonly (keyof Row & string)[];
}

/** The two presets that every list begins with: what one works with, and every field with whole times. */
export function workAndAll<Row>(
  t: TFunction<'common'>,
  work: Shown<Row> & { readonly leaving?: readonly (keyof Row & string)[] },
  all: Shown<Row>,
): readonly GridPreset[] {
  return [
    { key: 'work', label: t('presets.work'), ...work },
    { key: 'all', label: t('presets.all'), ...all, hasWholeTimes: true },
  ];
}
