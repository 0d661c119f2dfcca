import { Modal } from '@mantine/core';
import { accountStandings, type AccountStanding } from '@suanpan/contract/endpoints/reconciliation';
import { display2 } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { Fault } from '../../kit/fault.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './standings.module.css';

const [wide, high] = [1000, 120];
const sides = ['books', 'provider'] as const;

interface StandingsDialogProps {
  readonly account: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** What a provider holds for us, by our books and by its own word, from one proof of the books to the next: a curve and its table. */
export function StandingsDialog({ account, onClose }: StandingsDialogProps) {
  const t = useWords('reconciliation');
  const { data, error, refetch } = useQuery({
    queryKey: [accountStandings.path, account.id],
    queryFn: ({ signal }) => call(accountStandings, { account: account.id }, { signal }),
  });
  const title = t('standings.title', { account: account.name });
  const items = data?.items ?? [];
  return (
    <Modal opened title={title} size="xl" onClose={onClose}>
      {error instanceof CallFault && <Fault fault={error} onRetry={() => void refetch()} />}
      {data && items.length === 0 && <p className={styles.legend}>{t('standings.none')}</p>}
      {items.length > 0 && (
        <>
          <p className={styles.legend}>
            {sides.map((side) => (
              <span key={side} data-of={side}>
                {t(`standings.${side}`)} {data?.currency}
              </span>
            ))}
          </p>
          <Curve items={items} label={title} />
          <div className={styles.table}>
            <table>
              <thead>
                <tr>
                  {(['at', 'books', 'provider', 'difference', 'checked'] as const).map((name) => (
                    <th key={name} scope="col">
                      {t(`standings.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.toReversed().map((one) => (
                  <tr key={one.at}>
                    <th scope="row" className="num">
                      {showInstant(one.at)}
                    </th>
                    <td className="num">{display2(one.books)}</td>
                    <td className="num">{one.provider === null ? '–' : display2(one.provider)}</td>
                    <td className="num" data-off={one.difference !== null && /[1-9]/.test(one.difference)}>
                      {one.difference === null ? '–' : display2(one.difference)}
                    </td>
                    <td className="num">{one.checked_at === null ? '–' : showInstant(one.checked_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Modal>
  );
}

/** A line a side; where the provider had not been asked its line is broken. */
function Curve({ items, label }: { readonly items: readonly AccountStanding[]; readonly label: string }) {
  const times = items.map(({ at }) => Date.parse(at));
  const [begin, end] = [Math.min(...times), Math.max(...times)];
  // Not money: places in the picture.
  const told = items.flatMap((one) =>
    sides.flatMap((side) => (one[side] === null ? [] : [Number(one[side])])),
  );
  const [least, most] = [Math.min(...told), Math.max(...told)];
  const x = (at: string): number =>
    end === begin ? wide / 2 : ((Date.parse(at) - begin) / (end - begin)) * wide;
  const y = (amount: string): number =>
    most === least ? high / 2 : high - 6 - ((Number(amount) - least) / (most - least)) * (high - 12);
  const pathOf = (side: (typeof sides)[number]): string =>
    items
      .map((one, index) => {
        const amount = one[side];
        if (amount === null) return '';
        const before = items[index - 1];
        const isBegun = before !== undefined && before[side] !== null;
        return `${isBegun ? 'L' : 'M'}${x(one.at)} ${y(amount)}${isBegun ? '' : ' h0'}`;
      })
      .join(' ');
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${wide} ${high}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {sides.map((side) => (
        <path key={side} data-of={side} vectorEffect="non-scaling-stroke" d={pathOf(side)} />
      ))}
    </svg>
  );
}
