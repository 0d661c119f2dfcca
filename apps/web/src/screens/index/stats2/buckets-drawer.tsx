import type { StatementDay } from '@suanpan/contract/endpoints/statements';
import type { AccountKind } from '@suanpan/domain/accounts';
import { Money } from '../../../kit/money.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { useWords } from '../../../lib/use-words.ts';
import styles from './buckets-drawer.module.css';

/** One merchant's day by bucket: what was there, what is there, and what is missing where it does not come out. */
export function BucketsDrawer({
  row,
  onClose,
}: {
  readonly row: StatementDay;
  readonly onClose: () => void;
}) {
  const t = useWords('statements');
  const s = useWords('statuses');
  const kinds = [
    ...new Set([...Object.keys(row.opening.buckets), ...Object.keys(row.closing.buckets)]),
  ].toSorted();
  return (
    <SideDrawer title={`${row.customer.name} · ${row.day} · ${row.currency}`} size={560} onClose={onClose}>
      <table className={styles.buckets}>
        <thead>
          <tr>
            <th>{t('buckets')}</th>
            <th>{t('opening')}</th>
            <th>{t('closing')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <td>
                {s(`account.${kind as AccountKind}`)} <small className="mono">{kind}</small>
              </td>
              <td>
                <Money value={row.opening.buckets[kind]} isExact />
              </td>
              <td>
                <Money value={row.closing.buckets[kind]} isExact />
              </td>
            </tr>
          ))}
          {row.is_broken && (
            <tr className={styles.broken}>
              <td>{t('columns.difference')}</td>
              <td />
              <td>
                <Money value={row.difference} isExact isChange />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </SideDrawer>
  );
}
