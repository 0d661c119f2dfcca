import { accountStandings, type AccountStanding } from '@suanpan/contract/endpoints/reconciliation';
import { display2, displayExact } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { Fault } from '../../kit/fault.tsx';
import { Modal } from '../../kit/modal.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { Scaled } from '../data/scaled.tsx';
import styles from './standings.module.css';

const [wide, high] = [1000, 120];
const sides = ['books', 'provider'] as const;
/** A whole time without its seconds. */
const minutes = 'yyyy-mm-dd HH:mm'.length;

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
          <Curve items={items} currency={data?.currency ?? ''} label={title} />
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
                    <td className="num">{displayExact(one.books)}</td>
                    <td className="num">{one.provider === null ? '–' : displayExact(one.provider)}</td>
                    <td className="num" data-off={one.difference !== null && /[1-9]/.test(one.difference)}>
                      {one.difference === null ? '–' : displayExact(one.difference)}
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

interface CurveProps {
  readonly items: readonly AccountStanding[];
  readonly currency: string;
  readonly label: string;
}

/** A line a side; where the provider had not been asked its line is broken. */
function Curve({ items, currency, label }: CurveProps) {
  const times = items.map(({ at }) => Date.parse(at));
  const [begin, end] = [Math.min(...times), Math.max(...times)];
  // Not money: places in the picture.
  const told = items
    .flatMap((one) => sides.flatMap((side) => one[side] ?? []))
    .sort((one, other) => Number(one) - Number(other));
  const [lowest = '', highest = ''] = [told.at(0), told.at(-1)];
  const [least, most] = [Number(lowest), Number(highest)];
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
  const ticks = [...new Set([begin, end])].map((at, n) => ({
    at: n,
    text: showInstant(new Date(at).toISOString()).slice(0, minutes),
  }));
  return (
    <Scaled most={display2(highest)} least={display2(lowest)} unit={currency} ticks={ticks}>
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
    </Scaled>
  );
}
