import { Button } from '@mantine/core';
import type { DifferenceRow } from '@suanpan/contract/endpoints/reconciliation';
import { collectionStatuses } from '@suanpan/domain/states/collection';
import { payoutStatuses } from '@suanpan/domain/states/payout';
import type { ReactNode } from 'react';
import { Copy } from '../../../kit/copy.tsx';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { Instant } from '../../../kit/instant.tsx';
import { Money } from '../../../kit/money.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { useWords } from '../../../lib/use-words.ts';
import { WaitingMarks } from '../../../parts/approval/waiting-marks.tsx';
import styles from '../../../parts/order/drawer.module.css';
import { OrderActs } from '../../../parts/order/order-acts.tsx';
import own from './difference.module.css';

const screens = { collection: 'collections.transactions', payout: 'payment.transactions' } as const;

interface DifferenceDrawerProps {
  readonly row: DifferenceRow;
  readonly actions: readonly GridAction[];
  readonly onClose: () => void;
}

/** A difference from both sides: what the statement says beside what we booked, who said what of it and how it ended. */
export function DifferenceDrawer({ actions, onClose, row }: DifferenceDrawerProps) {
  const t = useWords('reconciliation');
  const states = useWords('statuses');
  const { line, order, resolution } = row;
  const stateOf = ({ kind, status }: NonNullable<DifferenceRow['order']>): string => {
    const payout = payoutStatuses.find((one) => kind === 'payout' && one === status);
    const collection = collectionStatuses.find((one) => kind === 'collection' && one === status);
    if (payout !== undefined) return states(`payout.${payout}`);
    return collection === undefined ? '–' : states(`collectionStatus.${collection}`);
  };
  const number = (text: string | undefined | null): ReactNode => (text ? <Copy text={text} /> : '–');
  const figure = (value: string): ReactNode => <Money value={value} currency={row.currency} isExact />;
  const sides: readonly (readonly [string, ReactNode, ReactNode])[] = [
    [t(row.type === 'fee' ? 'columns.fee' : 'columns.amount'), figure(row.ours), figure(row.theirs)],
    ...(row.type === 'state'
      ? [
          [
            t('columns.status'),
            order === null ? '–' : stateOf(order),
            line === null ? '–' : t(`lineStates.${line.status}`),
          ] as const,
        ]
      : []),
    [t('columns.ref'), number(row.booked_ref), number(line?.ref)],
    [t('columns.own_no'), number(order?.no), number(line?.own_no)],
  ];
  return (
    <SideDrawer title={t(`types.${row.type}`)} size={640} onClose={onClose}>
      <section className={styles.head} tabIndex={-1} data-autofocus>
        <div className={styles.amount}>
          {figure(row.difference)}
          <StatusTag tone={row.state === 'open' ? 'wait' : 'ok'} label={t(`states.${row.state}`)} />
          {row.waiting_acts && <WaitingMarks of={row.waiting_acts} hasWord />}
        </div>
        <dl className={styles.facts}>
          <dt>{t('columns.account')}</dt>
          <dd>{row.channel_account.name}</dd>
          <dt>{t('columns.day')}</dt>
          <dd className="num">{row.day}</dd>
          <dt>{t('columns.found')}</dt>
          <dd>
            <Instant at={row.found_at} />
          </dd>
          <dt>{t('columns.assignee')}</dt>
          <dd>{row.assignee?.name ?? '–'}</dd>
        </dl>
      </section>
      <div className={styles.panel}>
        <section className={styles.section}>
          <table className={`${styles.lines} ${own.sides}`}>
            <thead>
              <tr>
                <th />
                <th scope="col">{t('columns.ours')}</th>
                <th scope="col">{t('columns.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {sides.map(([name, ours, theirs]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td data-title={t('columns.ours')}>{ours}</td>
                  <td data-title={t('columns.theirs')}>{theirs}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {line !== null && (
          <section className={styles.section}>
            <h3>{t('detail.said')}</h3>
            <dl className={styles.facts}>
              <dt>{t('columns.kind')}</dt>
              <dd>{t(`kinds.${line.kind}`)}</dd>
              <dt>{t('detail.line')}</dt>
              <dd className="num">{line.n}</dd>
              <dt>{t('columns.at')}</dt>
              <dd>
                <Instant at={line.at} />
              </dd>
            </dl>
          </section>
        )}
        {resolution !== null && (
          <section className={styles.section}>
            <h3>{t(`acts.${resolution.act}`)}</h3>
            <dl className={styles.facts}>
              <dt>{t('columns.resolvedBy')}</dt>
              <dd>{resolution.by ?? '–'}</dd>
              <dt>{t('columns.resolvedAt')}</dt>
              <dd>
                <Instant at={resolution.at} />
              </dd>
              <dt>{t('columns.reason')}</dt>
              <dd>{resolution.reason ?? '–'}</dd>
              <dt>{t('columns.journal')}</dt>
              <dd>{number(resolution.journal_id)}</dd>
            </dl>
          </section>
        )}
        <section className={styles.section}>
          <h3>{t('columns.comments')}</h3>
          {row.comments.length === 0 && <p className={styles.hint}>{t('detail.noComments')}</p>}
          <ol className={styles.story}>
            {row.comments.map(({ at, by, text }) => (
              <li key={`${at} ${by}`}>
                <Instant at={at} />
                <div>
                  <b>{by}</b>
                  <span>{text}</span>
                </div>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <OrderActs
        actions={actions}
        links={
          order !== null && (
            <Button component="a" variant="default" href={`#/wrap/${screens[order.kind]}?open=${order.id}`}>
              {t('acts.order')}
            </Button>
          )
        }
      />
    </SideDrawer>
  );
}
