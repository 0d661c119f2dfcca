import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { TFunction } from 'i18next';
import { Copy } from '../../kit/copy.tsx';
import type { GridColumn, GridTotals } from '../../kit/grid/grid-column.ts';
import { Money } from '../../kit/money.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { platformZone } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';

type Column = GridColumn<UserRow>;
type Key =
  'id' | 'username' | 'type' | 'fees' | 'contact' | 'agent' | 'owner' | 'partners' | 'money' | 'twoFactor';

const tones: Readonly<Record<UserStatus, Tone>> = {
  pending: 'wait',
  active: 'ok',
  disabled: 'fail',
  archived: 'idle',
};

/** The state of a user; a sub-account that waits for its access says what it waits for. */
export function UserStatusTag({ user }: { user: Pick<UserRow, 'status' | 'set_access_first'> }) {
  const t = useWords('users');
  const s = useWords('statuses');
  return user.set_access_first ? (
    <StatusTag tone="attention" label={t('setAccessFirst')} />
  ) : (
    <StatusTag tone={tones[user.status]} label={s(`user.${user.status}`)} />
  );
}

/** The specification's fields of a user in its order; a list leaves out the groups that its users do not have. */
export function userColumns(
  t: TFunction<'users'>,
  shown: readonly Exclude<Key, 'id' | 'username'>[],
): readonly Column[] {
  const has = (key: Exclude<Key, 'id' | 'username'>, columns: readonly Column[]): readonly Column[] =>
    shown.includes(key) ? columns : [];
  const text = (key: 'phone' | 'email', width: number): Column => ({
    key,
    title: t(`columns.${key}`),
    width,
    cell: (row) => row[key] ?? '–',
  });
  const money = (
    key: 'balance' | 'frozen_amount' | 'settleable' | 'unsettlement_amount',
    title: string,
  ): Column => ({
    key,
    title,
    width: 130,
    isFigure: true,
    ...(key === 'balance' ? { card: 'line' as const, sort: 'balance' } : {}),
    ...(key === 'unsettlement_amount' ? { isHidden: true as const } : {}),
    cell: (row) => <Money value={row[key]} />,
  });
  return [
    {
      key: 'username',
      title: t('columns.username'),
      width: 190,
      cell: (row) => (
        <span title={row.name}>
          <Copy text={row.username} /> {row.name}
        </span>
      ),
    },
    {
      key: 'id',
      title: t('columns.id'),
      width: 92,
      card: 'line',
      cell: (row) => <Copy text={row.user_id} />,
    },
    {
      key: 'status',
      title: t('columns.status'),
      width: 142,
      card: 'head',
      cell: (row) => <UserStatusTag user={row} />,
    },
    ...has('type', [
      { key: 'type', title: t('columns.type'), width: 132, card: 'line', cell: (row) => row.type },
    ]),
    ...has('owner', [
      {
        key: 'owner',
        title: t('columns.owner'),
        width: 170,
        card: 'line',
        cell: (row) => (row.owner_id === null ? '–' : `${row.owner_name ?? ''} · ${row.owner_id}`),
      },
    ]),
    ...has('agent', [
      {
        key: 'agent_id',
        title: t('columns.agent'),
        width: 132,
        cell: (row) => <span title={row.agent_name ?? ''}>{row.agent_id ?? '–'}</span>,
      },
    ]),
    ...has('money', [
      money('balance', t('columns.balance')),
      money('settleable', t('columns.settleable')),
      money('frozen_amount', t('columns.frozen')),
      money('unsettlement_amount', t('columns.unsettled')),
      { key: 'currency', title: t('columns.currency'), width: 66, cell: (row) => row.currency },
    ]),
    ...has('fees', [
      {
        key: 'system_fee',
        title: t('columns.systemFee'),
        width: 120,
        isFigure: true,
        cell: (row) => <Money value={row.system_fee} />,
      },
      {
        key: 'system_fee_collected',
        title: t('columns.systemFeeCollected'),
        width: 130,
        isFigure: true,
        cell: (row) => <Money value={row.system_fee_collected} />,
      },
    ]),
    ...has('partners', [
      {
        key: 'sub_agent',
        title: t('columns.subAgent'),
        width: 120,
        cell: (row) => row.sub_agent_name ?? '–',
      },
      {
        key: 'middleman',
        title: t('columns.middleman'),
        width: 110,
        isHidden: true,
        cell: (row) => row.middleman_name ?? '–',
      },
    ]),
    ...has('twoFactor', [
      {
        key: 'google2FA',
        title: t('columns.twoFactor'),
        width: 124,
        cell: (row) => (
          <StatusTag
            tone={row.google2FA ? 'ok' : 'idle'}
            label={row.google2FA ? t('bound') : t('notBound')}
          />
        ),
      },
    ]),
    ...has('contact', [text('phone', 124), text('email', 140)]),
    {
      key: 'last_login_at',
      title: `${t('columns.lastLogin')} (${platformZone})`,
      width: 176,
      sort: 'last_login_at',
      cell: (row) => <Instant at={row.last_login_at} />,
    },
    {
      key: 'created_at',
      title: `${t('columns.createdAt')} (${platformZone})`,
      width: 176,
      sort: 'created_at',
      cell: (row) => <Instant at={row.created_at} />,
    },
  ];
}

interface Sum {
  readonly currency: string;
  readonly count: number;
  readonly balance: string;
  readonly settleable: string;
  readonly unsettled: string;
  readonly frozen: string;
}

/** The sums of the whole filter, a line per currency: currencies are never added to each other. */
export function userTotals(t: TFunction<'users'>, sums: readonly Sum[]): readonly GridTotals[] {
  return sums.map((sum) => ({
    key: sum.currency,
    label: `${t('summary.total')} ${sum.currency} · ${t('summary.count', { count: sum.count })}`,
    cells: {
      balance: <Money value={sum.balance} />,
      settleable: <Money value={sum.settleable} />,
      frozen_amount: <Money value={sum.frozen} />,
      unsettlement_amount: <Money value={sum.unsettled} />,
    },
  }));
}
