import type { Plan } from './plan.ts';

const usage =
  'npm run new screen <route> <contract file>/<list endpoint>, e.g. accounting.report reports/dailyReports';

const registryPath = 'apps/web/src/app/screen-registry.tsx';

/** `accounting.report` as a component: `AccountingReport`. */
function componentOf(route: string): string {
  return route
    .split(/[./_]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

function screenFile(route: string, contract: string, list: string): string {
  const up = '../'.repeat(route.split('.').length);
  return `import type { OutputOf } from '@suanpan/contract/endpoint';
import { ${list} } from '@suanpan/contract/endpoints/${contract}';
import { useMemo } from 'react';
import { EmptyState } from '${up}kit/empty-state.tsx';
import { Fault } from '${up}kit/fault.tsx';
import { DataGrid } from '${up}kit/grid/data-grid.tsx';
import type { GridColumn } from '${up}kit/grid/grid-column.ts';
import { useGridLayout } from '${up}kit/grid/grid-layout.ts';
import { ListPage } from '${up}kit/list-page.tsx';
import { pagerOf, pagingOf } from '${up}lib/list-paging.ts';
import { useScreenPlace } from '${up}lib/screen-search.ts';
import { useList } from '${up}lib/use-list.ts';

type Row = OutputOf<typeof ${list}>['items'][number];

export function ${componentOf(route)}() {
  const place = useScreenPlace();
  const list = useList(${list}, place.search, pagingOf);
  const columns = useColumns();
  const layout = useGridLayout('${route}', columns);
  return (
    <ListPage title={place.title} pager={pagerOf(place, list.data)}>
      <DataGrid
        label={place.title}
        columns={columns}
        layout={layout}
        rows={list.fault ? [] : list.data?.items}
        rowKey={(row) => row.id}
        message={list.fault ? <Fault fault={list.fault} onRetry={list.reload} /> : <EmptyState kind="none" />}
        isStale={list.isStale}
      />
    </ListPage>
  );
}

function useColumns(): readonly GridColumn<Row>[] {
  return useMemo(
    () => [{ key: 'id', title: 'ID', width: 120, cell: (row) => <span className="num">{row.id}</span> }],
    [],
  );
}
`;
}

/** The registry with one line more, behind the others. */
function registered(text: string | undefined, route: string): string {
  const end = text?.lastIndexOf('\n};') ?? -1;
  if (text === undefined || end < 0) throw new Error(`${registryPath} has no table of screens`);
  if (text.includes(`'${route}': screen(`)) throw new Error(`${route} is in the registry already`);
  const line = `
  '${route}': screen(async () => (await import('../screens/${route.replaceAll('.', '/')}.tsx')).${componentOf(route)}),`;
  return text.slice(0, end) + line + text.slice(end);
}

/** A list screen on a list endpoint of the contract: paging, states and layout stand, the columns are to be chosen. */
export function planScreen(route: string | undefined, endpoint: string | undefined): Plan {
  const [contract, list, ...rest] = (endpoint ?? '').split('/');
  if (!route || !/^[A-Za-z]\w*(\.\w+)*$/.test(route) || !contract || !list || rest.length > 0) {
    throw new Error(usage);
  }
  const path = `apps/web/src/screens/${route.replaceAll('.', '/')}.tsx`;
  return {
    files: { [path]: screenFile(route, contract, list) },
    changes: { [registryPath]: (text) => registered(text, route) },
    remains: [
      `${path}: its columns, filters and actions`,
      'packages/messages/src: its words in an area of their own, in three languages',
      `e2e/browser/effects: one thing done on it and seen in the database; then '${route}' in e2e/harness/built-screens.ts and one less in e2e/browser/unbuilt.json`,
      'npm run shots: its pictures, looked at',
    ],
  };
}
