import { merchantStats } from '@suanpan/contract/endpoints/data-screens';
import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { figures } from '@suanpan/domain/reports/figures';
import type { FigureName } from '@suanpan/domain/reports/figures';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import type { ExportCell } from '../../../platform/export-list.ts';
import { merchantStatsAsked } from './data-screens.routes.ts';
import { readData } from './read-data.ts';
import { merchantStatsScreen } from './screens.ts';

/** Merchants' figures as a file: the rows of the screen, in its order. */
export const merchantStatsExport = exportList({
  kind: 'index.stats',
  filter: merchantStats.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor, locale }, filter) {
    const asked = { ...merchantStatsAsked(filter), offset: 0, limit: 1, locale };
    return (await readData(db.reports, merchantStatsScreen, actor, asked)).total;
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    // Not money: how many rows stand before this page.
    const offset = Number(after ?? 0);
    const asked = { ...merchantStatsAsked(filter), offset, limit, locale };
    const { items, summary } = await readData(db.reports, merchantStatsScreen, actor, asked);
    return pageOf(
      items,
      limit,
      (row) => ({ ...cellsOf(row), currency: summary.currency }),
      () => String(offset + limit),
    );
  },
});

/** The cells of a row by the names of its columns. */
function cellsOf({ channel, customer, day, figures: values }: DataRow): Record<string, ExportCell> {
  return {
    day: day ?? null,
    customer: customer === undefined ? null : `${customer.name} · ${customer.id}`,
    channel: channel === undefined ? null : channel.name,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, cellOf(name as FigureName, value)]),
    ),
  };
}

function cellOf(name: FigureName, value: string | number | null): ExportCell {
  if (value === null) return null;
  if (typeof value === 'number') return { count: value };
  return figures[name].kind === 'money' ? { money: value } : value;
}
