import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import type { FigureName } from '@suanpan/domain/reports/figures';
import { amountsOfBand } from '@suanpan/domain/reports/amount-bands';
import { figures } from '@suanpan/domain/reports/figures';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { toldFailure } from '../told-failure.ts';
import { Figure } from './figure.tsx';
import { figureText } from './figure-text.ts';

/** What a row of a data screen can be about, and its width. */
const dimensionWidths = {
  day: 104,
  hour: 88,
  customer: 168,
  agent: 160,
  sub_agent: 160,
  owner: 168,
  channel: 144,
  channel_account: 168,
  status: 128,
  state: 128,
  band: 128,
  failure: 200,
  bank: 200,
  order: 160,
  withdrawal: 128,
} as const;
export type DataDimension = keyof typeof dimensionWidths;

/** Between a figure and the one that it is held against. */
const gap = 8;

export interface DataWords {
  readonly t: TFunction<'data'>;
  readonly statuses: TFunction<'statuses'>;
  readonly errors: TFunction<'errors'>;
  /** What a bank is called, by its code. */
  readonly bankName: (code: string) => string;
}

/** Whom or what a row is about, by name and id. */
export function aboutText(
  { t, statuses, errors, bankName }: DataWords,
  row: DataRow,
  dimension: DataDimension,
): string {
  switch (dimension) {
    case 'day':
      return row.day ?? '';
    case 'hour':
      return row.hour === undefined ? '' : `${row.hour}:00 – ${row.hour}:59`;
    case 'order':
      return row.order ?? '';
    case 'withdrawal':
      return row.withdrawal ?? '';
    case 'status':
      return row.status === undefined ? '' : statuses(`payout.${row.status}`);
    case 'state':
      return row.state === undefined ? '' : statuses(`collectionStatus.${row.state}`);
    case 'band':
      return row.band === undefined ? '' : bandText(row.band);
    case 'failure':
      return row.failure ? toldFailure(errors, row.failure) : t('states.noFailure');
    case 'bank':
      return row.bank === undefined ? '' : bankName(row.bank);
    case 'customer':
    case 'agent':
    case 'sub_agent':
    case 'owner':
    case 'channel':
    case 'channel_account': {
      const about = row[dimension];
      if (about === undefined) return '';
      if (about.id !== '0') return `${about.name} · ${about.id}`;
      return dimension === 'channel' ? t('states.noChannel') : t('states.noSubAgent');
    }
  }
}

/** A band of amounts from where it begins to where the next does. */
export function bandText(begins: string): string {
  const told = (units: string): string => units.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const { max = null } = amountsOfBand(begins) ?? {};
  return max === null ? `${told(begins)} –` : `${told(begins)} – ${told(max.replace(/\..*/, ''))}.99`;
}

/** The columns of a data screen: what its rows are about, then its figures, sorted by those that `sorts` names. */
export function dataColumns(
  words: DataWords,
  about: readonly DataDimension[],
  shown: readonly FigureName[],
  sorts: readonly string[],
): readonly GridColumn<DataRow>[] {
  const { t } = words;
  const c = columnsOf<DataRow, string>();
  return [
    ...about.map((dimension) =>
      c.said(dimension, t(`columns.${dimension}`), (row) => aboutText(words, row, dimension), {
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
