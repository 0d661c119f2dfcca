import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { TFunction } from 'i18next';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';

export const userTones: Readonly<Record<UserStatus, Tone>> = {
  pending: 'wait',
  active: 'ok',
  disabled: 'fail',
  archived: 'idle',
};

type Stated = Pick<UserRow, 'status' | 'set_access_first'>;

/** The state of a user; a sub-account that waits for its access says what it waits for. */
export function stateOf(
  t: TFunction<'users'>,
  s: TFunction<'statuses'>,
  user: Stated,
): { readonly tone: Tone; readonly label: string } {
  return user.set_access_first
    ? { tone: 'attention', label: t('setAccessFirst') }
    : { tone: userTones[user.status], label: s(`user.${user.status}`) };
}

export function UserStatusTag({ user }: { user: Stated }) {
  const t = useWords('users');
  const s = useWords('statuses');
  return <StatusTag {...stateOf(t, s, user)} />;
}
