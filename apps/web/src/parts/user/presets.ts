import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import type { TFunction } from 'i18next';
import type { GridPreset } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';

/** The lists of users, by their routes. */
export type UserListName = Extract<ExportKind, `users.${string}`>;

type Key = keyof UserRow;

interface Shown {
  readonly work: readonly Key[];
  /** The specification's fields in its order, without those that such users do not have; then what is added. */
  readonly all: readonly Key[];
  readonly leaving?: readonly Key[];
}

const times = ['last_login_at', 'created_at'] as const;
const person = ['user_id', 'username'] as const;
const subAccounts: Shown = {
  work: ['status', 'username', 'name', 'owner_name', 'agent_name', 'google2FA', 'email', ...times],
  all: [
    ...person,
    'owner_name',
    'phone',
    'email',
    'agent_id',
    ...times,
    'status',
    'name',
    'agent_name',
    'google2FA',
  ],
};
const staff: Shown = {
  work: ['status', 'username', 'name', 'type', 'google2FA', 'phone', 'email', ...times],
  all: [...person, 'type', 'phone', 'email', ...times, 'status', 'name', 'google2FA'],
};

const lists: Readonly<Record<UserListName, Shown>> = {
  'users.list': {
    work: [
      'status',
      'username',
      'name',
      'type',
      'agent_name',
      'balance',
      'settleable',
      'frozen_amount',
      ...times,
    ],
    all: [
      ...person,
      'type',
      'system_fee',
      'system_fee_collected',
      'phone',
      'email',
      'agent_id',
      ...times,
      'balance',
      'frozen_amount',
      'settleable',
      'currency',
      'status',
      'name',
      'agent_name',
      'sub_agent_name',
      'middleman_name',
      'unsettlement_amount',
      'google2FA',
    ],
    leaving: ['type', 'frozen_amount'],
  },
  'users.unList': {
    work: ['status', 'username', 'name', 'type', 'agent_name', 'balance', 'phone', 'email', ...times],
    all: [
      ...person,
      'type',
      'phone',
      'email',
      'agent_id',
      ...times,
      'balance',
      'frozen_amount',
      'settleable',
      'currency',
      'status',
      'name',
      'agent_name',
      'unsettlement_amount',
    ],
    leaving: ['phone', 'email'],
  },
  'users.manage': staff,
  'users.subAcc': staff,
  'users.staffSubAcc': subAccounts,
  'users.customerSubAcc': subAccounts,
};

/** What one needs to act, within 1190 px, and every field that the users of a list have. */
export function userPresets(common: TFunction<'common'>, name: UserListName): readonly GridPreset[] {
  const { work, all, leaving = [] } = lists[name];
  return workAndAll<UserRow>(
    common,
    { columns: work, pinned: ['status', 'username'], leaving },
    { columns: all, pinned: person },
  );
}

/** Whether the list shows what its users hold. */
export function hasMoney(name: UserListName): boolean {
  return lists[name].all.includes('balance');
}
