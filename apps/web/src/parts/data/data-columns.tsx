import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import type { FigureName } from '@suanpan/domain/reports/figures';
import { figures } from '@suanpan/domain/reports/figures';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { Figure } from './figure.tsx';
import { figureText } from './figure-text.ts';

/** What a row of a data screen can be about, and its width. */
const dimensionWidths = { day: 104, customer: 168, channel: 144 } as const;
export type DataDimension = keyof typeof dimensionWidths;

/** Between a figure and the one that it is held against. */
const gap = 8;

/** Whom or what a row is about, by name and id. */
export function aboutText(t: TFunction<'data'>, row: DataRow, dimension: DataDimension): string {
  if (dimension === 'day') return row.day ?? '';
  const about = row[dimension];
  if (about === undefined) return '';
  return about.id === '0' ? t('states.noChannel') : `${about.name} · ${about.id}`;
}

/** The columns of a data screen: what its rows are about, then its figures, sorted by those that `sorts` names. */
export function dataColumns(
  t: TFunction<'data'>,
  about: readonly DataDimension[],
  shown: readonly FigureName[],
  sorts: readonly string[],
): readonly GridColumn<DataRow>[] {
  const c = columnsOf<DataRow, string>();
  return [
    ...about.map((dimension) =>
      c.said(dimension, t(`columns.${dimension}`), (row) => aboutText(t, row, dimension), {
        width: dimensionWidths[dimension],
        least: 96,
        card: 1,
      }),
    ),
    ...shown.map((name, place) =>
      c.own(`figures.${name}`, t(`figures.${name}`), {
        width: figures[name].kind === 'money' ? 112 : 84,
        isFigure: true,
        besideText: gap,
        ...(sorts.includes(`-${name}`) && { sort: name }),
        ...(place < 5 && { card: place < 3 ? 2 : 3 }),
        holds: (row) =>
          [row.figures[name], ...(row.before ? [row.before[name]] : [])]
            .map((value) => figureText(t, name, value))
            .join(' '),
        cell: (row) => <Figure name={name} of={row} />,
        cardCell: (row) => (
          <>
            {t(`figures.${name}`)} <Figure name={name} of={row} />
          </>
        ),
      }),
    ),
  ];
}
