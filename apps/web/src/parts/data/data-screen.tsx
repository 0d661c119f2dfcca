import type { Endpoint, OutputOf } from '@suanpan/contract/endpoint';
import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { figures, type FigureName } from '@suanpan/domain/reports/figures';
import { useMemo, type ReactNode } from 'react';
import { inputOf, type FieldOf, type SortsOf } from '../../kit/filter/field-factory.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { pageSum } from '../page-sum.ts';
import { dataColumns, type DataDimension } from './data-columns.tsx';
import { Figure } from './figure.tsx';
import { figureText } from './figure-text.ts';
import styles from './data.module.css';

/** What one screen of the data centre says of itself; the frame does everything else. */
interface DataScreenProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly kind: ExportKind;
  readonly fields: readonly FieldOf<E>[];
  readonly sorts: SortsOf<E>;
  /** What its rows are about, as the address asks for it. */
  readonly about: (search: ReturnType<typeof useScreenPlace>['search']) => readonly DataDimension[];
  readonly figures: readonly FigureName[];
  /** Those that leave a narrow window. */
  readonly leaving?: readonly FigureName[];
  /** Above the table: what people would rather look at than read. */
  readonly picture?: (data: {
    readonly items: readonly DataRow[];
    readonly summary: DataSummary;
  }) => ReactNode;
}

type Answer = { readonly items: readonly DataRow[]; readonly summary: DataSummary };

/** Figures in a table: each leads to its list, may be held against an earlier range, and is summed up below. */
export function DataScreen<E extends Endpoint>(props: DataScreenProps<E>) {
  const { endpoint, kind, fields, sorts, about, figures: shown, leaving = [], picture } = props;
  const t = useWords('data');
  const common = useWords('common');
  const { search } = useScreenPlace();
  const group = about(search).join(' ');
  const { columns, presets, rowKey } = useMemo(() => {
    const dimensions = group.split(' ') as DataDimension[];
    const made = dataColumns(t, dimensions, shown, sorts as readonly string[]);
    const keys = made.map(({ key }) => key) as 'figures'[];
    const first = dimensions.slice(0, 1) as never[];
    return {
      columns: made,
      presets: workAndAll<DataRow>(
        common,
        { columns: keys, pinned: first, leaving: leaving.map((name) => `figures.${name}` as const) },
        { columns: keys, pinned: first },
      ),
      rowKey: (row: DataRow): string => `${group} ${row.key}`,
    };
  }, [common, group, leaving, shown, sorts, t]);
  const toInput = useMemo(() => inputOf(endpoint, fields, sorts), [endpoint, fields, sorts]);
  const sums = ({ items, summary }: Answer): readonly CurrencySums[] => [
    {
      currency: summary.currency,
      filter: {
        count: items.length,
        figures: shown.map((name) => ({
          label: t(`figures.${name}`),
          value: <Figure name={name} of={summary} />,
        })),
      },
      page: {
        count: items.length,
        figures: shown.flatMap((name) => {
          const kindOf = figures[name].kind;
          const isSum = kindOf === 'count' || (kindOf === 'money' && name !== 'meanTicket');
          if (!isSum) return [];
          const total =
            kindOf === 'count'
              ? items.reduce((sum, row) => sum + Number(row.figures[name] ?? 0), 0)
              : pageSum(
                  items.map((row) => ({ value: String(row.figures[name] ?? '0') })),
                  'value',
                  summary.currency,
                );
          return [
            { label: t(`figures.${name}`), value: <span className="num">{figureText(t, name, total)}</span> },
          ];
        }),
      },
    },
  ];
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
        return (
          answer && (
            <>
              <DataHint summary={answer.summary} shown={shown} isByDay={group.includes('day')} />
              {picture?.(answer)}
            </>
          )
        );
      }}
      sums={sums as unknown as (data: OutputOf<E>) => readonly CurrencySums[]}
    />
  );
}

interface DataHintProps {
  readonly summary: DataSummary;
  readonly shown: readonly FigureName[];
  readonly isByDay: boolean;
}

/** What a range of more than a day does not tell. */
function DataHint({ summary, shown, isByDay }: DataHintProps) {
  const t = useWords('data');
  const says = [
    ...(summary.from !== summary.to && shown.includes('successRate') && !isByDay
      ? [t('hints.rateHidden')]
      : []),
    ...(shown.includes('timeToPay') && summary.figures['timeToPay'] === null ? [t('hints.timeToPay')] : []),
  ];
  return (
    <span
      className={styles.hint}
    >{`${summary.currency} · ${summary.from} – ${summary.to}${says.map((one) => ` · ${one}`).join('')}`}</span>
  );
}
