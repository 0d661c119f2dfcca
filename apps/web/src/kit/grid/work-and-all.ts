import type { TFunction } from 'i18next';
import type { PartOf } from './column-factory.tsx';
import type { GridPreset } from './grid-column.ts';

interface Shown<Row> {
  readonly columns: readonly PartOf<Row>[];
  readonly pinned: readonly PartOf<Row>[];
}
export type Work<Row> = Shown<Row> & { readonly leaving?: readonly PartOf<Row>[] };
export type All<Row> = Shown<Row>;

/** The two presets that every list begins with: what one works with, and every field with whole times. */
export function workAndAll<Row>(
  t: TFunction<'common'>,
  work: Work<Row>,
  all: All<Row>,
): readonly GridPreset[] {
  return [
    { key: 'work', label: t('presets.work'), ...work },
    { key: 'all', label: t('presets.all'), ...all, hasWholeTimes: true },
  ];
}
