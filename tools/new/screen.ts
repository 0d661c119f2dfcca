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
  return `import { ${list} } from '@suanpan/contract/endpoints/${contract}';
import { useMemo } from 'react';
import type { FieldOf } from '${up}kit/filter/field-factory.ts';
import { columns as columnsOf, type SortOf } from '${up}kit/grid/column-factory.tsx';
import { workAndAll } from '${up}kit/grid/work-and-all.ts';
import { ListScreen } from '${up}kit/list-screen.tsx';
import type { RowOf } from '${up}lib/use-list.ts';
import { useWords } from '${up}lib/use-words.ts';

type E = typeof ${list};
type Row = RowOf<E>;

const rowKey = (row: Row): string => row.id;

export function ${componentOf(route)}() {
  const common = useWords('common');
  const columns = useMemo(() => {
    const c = columnsOf<Row, SortOf<E>>();
    return [c.copy('id', 'ID', { card: 1 })];
  }, []);
  const presets = useMemo(
    () => workAndAll<Row>(common, { columns: ['id'], pinned: ['id'] }, { columns: ['id'], pinned: ['id'] }),
    [common],
  );
  const fields = useMemo<readonly FieldOf<E>[]>(() => [], []);
  return (
    <ListScreen<E>
      endpoint={${list}}
      name="${route}"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
    />
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
      `${path}: its columns and the presets that choose among them, its fields, its actions`,
      'packages/messages/src: its words in an area of their own, in three languages',
      `e2e/browser/effects: one thing done on it and seen in the database; then '${route}' in e2e/harness/built-screens.ts`,
      'npm run shots: its pictures, looked at',
    ],
  };
}
