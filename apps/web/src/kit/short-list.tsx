import type { ReactNode } from 'react';
import type { CallFault } from '../lib/call-fault.ts';
import { EmptyState } from './empty-state.tsx';
import { Fault } from './fault.tsx';
import { DataGrid } from './grid/data-grid.tsx';
import type { GridAction, GridColumn, GridPreset } from './grid/grid-column.ts';
import { useGridLayout } from './grid/grid-layout.ts';
import { GridSettings } from './grid/grid-settings.tsx';
import styles from './short-list.module.css';

interface ShortListProps<Row> {
  /** Under which the columns are remembered. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly presets: readonly GridPreset[];
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly actions?: (row: Row) => readonly GridAction[];
  readonly fault?: CallFault | null;
  readonly onRetry?: () => void;
  readonly emptyText?: string;
  /** Beside the column chooser: the way to all of them. */
  readonly more?: ReactNode;
}

/** The latest of something inside a drawer or a page: a table like every other, without filters and pages. */
export function ShortList<Row>(props: ShortListProps<Row>) {
  const { name, title, columns, presets, rows, rowKey, actions, fault, onRetry, emptyText, more } = props;
  const layout = useGridLayout(name, columns, presets);
  return (
    <section className={styles.list}>
      <header className={styles.head}>
        <h3>{title}</h3>
        {more}
        <GridSettings columns={columns} control={layout} />
      </header>
      <div className={styles.box}>
        <DataGrid
          label={title}
          columns={columns}
          layout={layout}
          rows={fault && !rows ? [] : rows}
          rowKey={rowKey}
          {...(actions && { actions })}
          skeletonRows={5}
          message={
            fault ? (
              <Fault fault={fault} {...(onRetry && { onRetry })} />
            ) : (
              <EmptyState kind="none" {...(emptyText !== undefined && { text: emptyText })} />
            )
          }
        />
      </div>
    </section>
  );
}
