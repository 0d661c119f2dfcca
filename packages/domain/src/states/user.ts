import { nextState } from './transition.ts';
import type { Transition } from './transition.ts';

export const userStatuses = ['pending', 'active', 'disabled', 'archived'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const userEvents = ['activate', 'disable', 'enable', 'archive', 'remove'] as const;
export type UserEvent = (typeof userEvents)[number];

/** Domain §4: disabled keeps balances and blocks login and API; archived is the end.
 * A sub-account holds no money, so it is removed at once from wherever it stands. */
export const userTransitions: readonly Transition<UserStatus, UserEvent>[] = [
  {
    from: 'pending',
    event: 'activate',
    to: 'active',
    actor: 'op',
    permission: 'users.unList.activate',
  },
  { from: 'active', event: 'disable', to: 'disabled', actor: 'op', permission: 'users.list.disable' },
  { from: 'disabled', event: 'enable', to: 'active', actor: 'op', permission: 'users.unList.activate' },
  {
    from: 'disabled',
    event: 'archive',
    to: 'archived',
    actor: 'op',
    permission: 'users.unList.archive',
  },
  ...(['pending', 'active', 'disabled'] as const).map((from) => ({
    from,
    event: 'remove' as const,
    to: 'archived' as const,
    actor: 'op' as const,
    permission: 'users.subAcc.delete' as const,
  })),
];

export function nextUserStatus(from: UserStatus, event: UserEvent): UserStatus | null {
  return nextState(userTransitions, from, event);
}
