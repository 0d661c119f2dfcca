import type { Endpoint, OutputOf } from '@suanpan/contract/endpoint';
import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import type { FigureName } from '@suanpan/domain/reports/figures';
import { useMemo, type ReactNode } from 'react';
import { inputOf, type FieldOf, type SortsOf } from '../../kit/filter/field-factory.ts';
import type { GridAction, GridColumn } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { dataColumns, type DataDimension } from './data-columns.tsx';
import { dataSums } from './data-sums.tsx';
import { useBankName } from './use-bank-name.ts';
import styles from './data.module.css';

/** What a data screen is answered. */
export interface Answer {
  readonly items: readonly DataRow[];
  readonly summary: DataSummary;
}

/** What one screen of the data centre says of itself; the frame does everything else. */
interface DataScreenProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly kind: ExportKind;
  readonly fields: readonly FieldOf<E>[];
  readonly sorts: SortsOf<E>;
  /** What its rows are about, as the address asks for it. */
  readonly about: (search: FlatSearch) => readonly DataDimension[];
  /** In the order of their columns; by the address, where not every grouping has all of them. */
  readonly figures: readonly FigureName[] | ((search: FlatSearch) => readonly FigureName[]);
  /** Those that one works with, where all of them are too many; by the address, as they are. */
  readonly work?: readonly FigureName[] | ((search: FlatSearch) => readonly FigureName[]);
  /** Those that leave a narrow window, and the keys of such columns of its own. */
  readonly leaving?: readonly string[];
  /** Columns of its own, behind what a row is about. */
  readonly own?: readonly GridColumn<DataRow>[];
  /** Those of them that one works with, where all are too many. */
  readonly ownWork?: readonly string[];
  readonly actions?: (row: DataRow) => readonly GridAction[];
  /** What the figures look like, above their table. */
  readonly picture?: (answer: Answer) => ReactNode;
  /** Dialogs. */
  readonly children?: ReactNode;
}

type Key = `figures.${FigureName}`;
const none: readonly string[] = [];
const noColumns: readonly GridColumn<DataRow>[] = [];

/** Figures in a table: each leads to its list, may be held against an earlier range, and is summed up below. */
export function DataScreen<E extends Endpoint>(props: DataScreenProps<E>) {
  const {
    endpoint,
    kind,
    fields,
    sorts,
    about,
    leaving = none,
    own = noColumns,
    ownWork,
    actions,
    picture,
    children,
  } = props;
  const t = useWords('data');
  const statuses = useWords('statuses');
  const errors = useWords('errors');
  const common = useWords('common');
  const bankName = useBankName();
  const { search } = useScreenPlace();
  const group = about(search).join(' ');
  const shown = typeof props.figures === 'function' ? props.figures(search) : props.figures;
  const work = typeof props.work === 'function' ? props.work(search) : props.work;
  const { columns, presets, rowKey } = useMemo(() => {
    const dimensions = group.split(' ') as DataDimension[];
    const ownKeys = own.map(({ key }) => key);
    const keysOf = (names: readonly FigureName[], besides: readonly string[]): (DataDimension | Key)[] => [
      ...dimensions,
      ...besides.map((key) => key as DataDimension),
      ...names.map((name): Key => `figures.${name}`),
    ];
    const pinned = dimensions.slice(0, 1);
    return {
      columns: [
        ...dataColumns({ t, statuses, errors, bankName }, dimensions, shown, sorts as readonly string[]),
        ...own,
      ],
      presets: workAndAll<DataRow>(
        common,
        {
          columns: keysOf(work ?? shown, ownWork ?? ownKeys),
          pinned,
          leaving: leaving.map((name) => (ownKeys.includes(name) ? name : `figures.${name}`) as Key),
        },
        { columns: keysOf(shown, ownKeys), pinned },
      ),
      rowKey: (row: DataRow): string => `${group} ${row.key}`,
    };
  }, [bankName, common, errors, group, leaving, own, ownWork, shown, sorts, statuses, t, work]);
  const toInput = useMemo(() => inputOf(endpoint, fields, sorts), [endpoint, fields, sorts]);
  return (
    <ListScreen<E>
      endpoint={endpoint}
      name={`${kind}.${group.replaceAll(' ', '.')}`}
      columns={columns as never}
      presets={presets}
      fields={fields}
      sorts={sorts}
      {...(sorts[0] !== undefined && { defaultSort: sorts[0] as string })}
      toInput={toInput}
      rowKey={rowKey as never}
      emptyText={t('states.empty')}
      headActions={<ExportButton kind={kind} endpoint={endpoint} toInput={toInput} />}
      toolbar={({ data }) => {
        const answer = data as Answer | undefined;
        return answer && <DataHint answer={answer} shown={shown} isByDay={group.includes('day')} />;
      }}
      picture={picture && (({ data }) => data !== undefined && picture(data as Answer))}
      {...(actions && { actions: actions as never })}
      sums={
        ((answer: Answer) => dataSums(t, shown, answer)) as unknown as (
          data: OutputOf<E>,
        ) => readonly CurrencySums[]
      }
    >
      {children}
    </ListScreen>
  );
}

interface DataHintProps {
  readonly answer: Answer;
  readonly shown: readonly FigureName[];
  readonly isByDay: boolean;
}

/** Of which days and currency the figures are, and what a range of more than a day does not tell. */
function DataHint({ answer: { items, summary }, shown, isByDay }: DataHintProps) {
  const t = useWords('data');
  const { currency, figures, from, to } = summary;
  const says = [
    summary.exchange === undefined ? currency : `${currency} / ${summary.exchange.quote}`,
    from === to ? from : `${from} – ${to}`,
    ...(from !== to && shown.includes('successRate') && !isByDay ? [t('hints.rateHidden')] : []),
    ...(shown.includes('timeToPay') && !shown.includes('timeToPay95') && figures['timeToPay'] === null
      ? [t('hints.timeToPay')]
      : []),
    ...(shown.includes('payoutTime') && isBeyondTimes(from, to) ? [t('hints.timeToPay')] : []),
    ...(items.some(({ callback }) => callback === null) ? [t('hints.callbacks')] : []),
    ...(items.some(({ account }) => account?.calls === null) ? [t('hints.exchanges')] : []),
  ];
  return <span className={styles.hint}>{says.join(' · ')}</span>;
}

/** More than two days: how long payouts took is not read of so many. */
function isBeyondTimes(from: string, to: string): boolean {
  return Date.parse(to) - Date.parse(from) > 86_400_000;
}
