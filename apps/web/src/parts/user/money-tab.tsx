import { userBalance, userFrozen, userSettleable } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { AccountKind } from '@suanpan/domain/accounts';
import { useQueries } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import styles from '../collection/drawer.module.css';

type Balance = OutputOf<typeof userBalance>['items'][number];
type Edits = OutputOf<typeof userFrozen>['edits'];

/** What he holds in every bucket, what is to come on which day, and what was changed by hand. */
export function MoneyTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const [balance, settleable, frozen] = useQueries({
    queries: [
      {
        queryKey: ['user', id, 'balance'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(userBalance, { id }, { signal }),
      },
      {
        queryKey: ['user', id, 'settleable'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(userSettleable, { id }, { signal }),
      },
      {
        queryKey: ['user', id, 'frozen'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(userFrozen, { id }, { signal }),
      },
    ],
  });
  const fault = balance.error ?? settleable.error ?? frozen.error;
  if (fault) return <Fault fault={fault} onRetry={() => void balance.refetch()} />;
  const edits = [...(settleable.data?.edits ?? []), ...(frozen.data?.edits ?? [])].sort(
    (left, right) => Date.parse(right.created_at) - Date.parse(left.created_at),
  );
  return (
    <>
      {balance.data?.items.length === 0 && <EmptyState kind="none" text={t('money.none')} />}
      {balance.data?.items.map((one) => (
        <Buckets key={one.currency} balance={one} />
      ))}
      {settleable.data && settleable.data.due.length > 0 && (
        <section className={styles.section}>
          <h3>{t('money.due')}</h3>
          <table className={styles.lines}>
            <tbody>
              {settleable.data.due.map(({ day, amount }) => (
                <tr key={day}>
                  <td className="num">{day === 'manual' ? t('money.noDay') : day}</td>
                  <td data-figure>
                    <Money value={amount} isExact />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {edits.length > 0 && <EditLines edits={edits} />}
    </>
  );
}

function Buckets({ balance }: { balance: Balance }) {
  const t = useWords('users');
  const s = useWords('statuses');
  const sums = [
    [t('columns.balance'), balance.balance],
    [t('columns.unsettled'), balance.unsettlement_amount],
    [t('money.total'), balance.total],
    [t('columns.frozen'), balance.frozen_amount],
    [t('money.reserved'), balance.reserved],
    [t('money.feeIncome'), balance.fee_income],
  ] as const;
  return (
    <section className={styles.section}>
      <h3>{balance.currency}</h3>
      <table className={styles.lines}>
        <tbody>
          {sums.map(([label, amount]) => (
            <tr key={label}>
              <td>{label}</td>
              <td data-figure>
                <Money value={amount} isExact />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.lines}>
        <caption>{t('money.buckets')}</caption>
        <tbody>
          {balance.accounts.map(({ account, amount }) => (
            <tr key={account}>
              <td>
                <small className="mono">{account}</small> {s(`account.${account as AccountKind}`)}
              </td>
              <td data-figure>
                <Money value={amount} isExact />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EditLines({ edits }: { edits: Edits }) {
  const t = useWords('users');
  return (
    <section className={styles.section}>
      <h3>{t('money.edits')}</h3>
      <table className={styles.lines}>
        <tbody>
          {edits.map((edit) => (
            <tr key={edit.journal_id}>
              <td>
                <Instant at={edit.created_at} />
              </td>
              <td>{edit.operator ?? '–'}</td>
              <td>{edit.note ?? '–'}</td>
              <td data-figure>
                <Money value={edit.change} isExact isChange />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
