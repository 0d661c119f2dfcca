import { displayCount } from '@suanpan/money/display';
import type { ReactNode } from 'react';
import type { Pager } from '../lib/list-paging.ts';
import { useWords } from '../lib/use-words.ts';
import styles from './list-page.module.css';

interface ListPageProps {
  /** The tab shows it; here it is for those who do not see the tab. */
  readonly title: string;
  /** Buttons at the end of the filter row: export, create. */
  readonly actions?: ReactNode;
  readonly filters?: ReactNode;
  /** A quiet line above the table: refresh, pills, counts. */
  readonly toolbar?: ReactNode;
  /** The column chooser: at the end of that line, or of the first row where there is none. */
  readonly settings?: ReactNode;
  /** Sums, in the pager's bar. */
  readonly sums?: ReactNode;
  /** The sums say already how many there are: the pager leaves their room to them. */
  readonly isCounted?: boolean;
  readonly pager?: Pager | null;
  readonly children: ReactNode;
}

const pageSizes = [20, 50, 100, 200];

/** The frame of every list: one row of filters and actions, the table that fills the rest, sums and pager in one bar. */
export function ListPage(props: ListPageProps) {
  const { title, actions, filters, toolbar, settings, isCounted, pager, sums, children } = props;
  const chooser = !toolbar && settings;
  const hasPager = pager && pager.total !== 0;
  return (
    <div className={styles.page}>
      <h1 className={styles.unseen}>{title}</h1>
      {(filters || actions || chooser) && (
        <div className={styles.top}>
          {filters}
          <div className={styles.actions}>
            {chooser && <span className={styles.chooser}>{settings}</span>}
            {actions}
          </div>
        </div>
      )}
      <section className={styles.card} aria-label={title}>
        {toolbar && (
          <div className={styles.toolbar}>
            {toolbar}
            {settings && <span className={styles.end}>{settings}</span>}
          </div>
        )}
        {children}
        {(hasPager || sums) && (
          <div className={styles.foot} data-keep-clear>
            {sums}
            {hasPager && <PagerLine pager={pager} isCounted={isCounted === true} />}
          </div>
        )}
      </section>
    </div>
  );
}

/** Where there is no other page it says nothing of pages. */
function PagerLine({ pager, isCounted }: { pager: Pager; isCounted: boolean }) {
  const t = useWords('common');
  const { page, paginate, total } = pager;
  const pages = total === null ? null : Math.max(1, Math.ceil(total / paginate));
  return (
    <nav className={styles.pager} aria-label={t('table.page', { page })}>
      {!isCounted && (
        <span className="num">
          {total === null
            ? t('table.totalEstimate', { total: displayCount(pager.estimate ?? 0) })
            : t('table.total', { total: displayCount(total) })}
        </span>
      )}
      <select
        value={paginate}
        aria-label={t('table.perPage', { count: paginate })}
        onChange={(event) => pager.onPaginate(Number(event.currentTarget.value))}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {t('table.perPage', { count: size })}
          </option>
        ))}
      </select>
      {(page > 1 || pages !== 1) && (
        <span className={styles.steps}>
          <button
            type="button"
            disabled={page <= 1}
            onClick={() => pager.onPage(page - 1)}
            aria-label={t('table.previousPage')}
          >
            ‹
          </button>
          <span className="num" aria-current="page">
            {pages === null ? page : `${page} / ${pages}`}
          </span>
          <button
            type="button"
            disabled={pages === null ? !pager.hasNext : page >= pages}
            onClick={() => pager.onPage(page + 1)}
            aria-label={t('table.nextPage')}
          >
            ›
          </button>
        </span>
      )}
    </nav>
  );
}
