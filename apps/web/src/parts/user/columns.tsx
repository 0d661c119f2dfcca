import type { searchUsers, UserRow } from '@suanpan/contract/endpoints/users';
import type { TFunction } from 'i18next';
import { columns, type SortOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { Money } from '../../kit/money.tsx';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { stateOf } from './status.tsx';

interface UserColumnWords {
  readonly t: TFunction<'users'>;
  readonly s: TFunction<'statuses'>;
  /** The one currency of the result, which then stands in the header; without it each amount names its own. */
  readonly currency: string | undefined;
}

/** Every column of users; a list takes those that its users have. */
export function userColumns({ t, s, currency }: UserColumnWords): readonly GridColumn<UserRow>[] {
  const c = columns<UserRow, SortOf<typeof searchUsers>>();
  const unit = currency === undefined ? (row: UserRow) => row.currency : undefined;
  const amountTitle = (title: string): string => (currency === undefined ? title : `${title} ${currency}`);
  return [
    c.tag(
      'status',
      t('columns.status'),
      (row) => ({ ...stateOf(t, s, row), mark: row.waiting_acts && <WaitingMarks of={row.waiting_acts} /> }),
      { width: 92, card: 1 },
    ),
    c.copy('username', t('columns.username'), { card: 1 }),
    c.copy('user_id', t('columns.id'), { width: 92, least: 80 }),
    c.name('name', t('columns.name'), 'user_id', { card: 2 }),
    c.kind('type', t('columns.type'), { card: 3 }),
    c.name('owner_name', t('columns.owner'), 'owner_id', { card: 2, whose: 'merchant' }),
    c.name('agent_name', t('columns.agentName'), 'agent_id', { card: 3, whose: 'agent' }),
    c.text('agent_id', t('columns.agent'), { width: 100 }),
    {
      ...c.money('balance', amountTitle(t('columns.balance')), {
        width: 116,
        sort: 'balance',
        card: 2,
        unit,
      }),
      cardCell: (row) => (
        <b>
          <Money value={row.balance} currency={row.currency} />
        </b>
      ),
    },
    c.money('settleable', amountTitle(t('columns.settleable')), { unit }),
    c.money('frozen_amount', amountTitle(t('columns.frozen')), { width: 96, unit }),
    c.money('unsettlement_amount', amountTitle(t('columns.unsettled')), { unit }),
    c.text('currency', t('columns.currency'), { width: 64 }),
    c.money('system_fee', amountTitle(t('columns.systemFee')), { unit }),
    c.money('system_fee_collected', amountTitle(t('columns.systemFeeCollected')), { unit }),
    c.name('sub_agent_name', t('columns.subAgent'), 'sub_agent_id'),
    c.name('middleman_name', t('columns.middleman'), 'middleman_id'),
    c.said('google2FA', t('columns.twoFactor'), (row) => (row.google2FA ? t('bound') : t('notBound')), {
      width: 80,
      card: 3,
    }),
    c.text('phone', t('columns.phone'), { width: 116 }),
    c.text('email', t('columns.email'), { width: 152 }),
    c.time('last_login_at', t('columns.lastLogin'), { sort: 'last_login_at', card: 1 }),
    c.time('created_at', t('columns.createdAt'), { sort: 'created_at' }),
  ];
}
