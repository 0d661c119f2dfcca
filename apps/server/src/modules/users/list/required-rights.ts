import type { Permission } from '@suanpan/domain/access/permissions';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Caller } from '../find/caller.ts';

/** Merchants, agents and referrers: whom a list of users shows where no roles are asked for. */
export const partyKinds: readonly RoleName[] = ['agent', 'subAgent', 'customer', 'middleman'];

export interface AskedFor {
  readonly kinds: readonly RoleName[];
  readonly statuses?: readonly UserStatus[] | undefined;
  readonly ownerId?: bigint | undefined;
}

/**
 * The rights that a list takes, each row of them standing for one screen; any right of a row opens it. Accounts that
 * are not active have a screen of their own, and so have one's own sub-accounts.
 */
export function requiredRights({ ownerId }: Caller, asked: AskedFor): Permission[][] {
  const needs: Permission[][] = [];
  const isOwn = asked.ownerId === ownerId;
  const isInactive = asked.statuses !== undefined && !asked.statuses.includes('active');
  if (asked.kinds.some((kind) => partyKinds.includes(kind))) {
    needs.push(isInactive ? ['users.list.get', 'users.unList.get'] : ['users.list.get']);
  }
  if (asked.kinds.some((kind) => kind === 'admin' || kind === 'manager')) needs.push(['users.manage.get']);
  if (asked.kinds.includes('staffSub')) {
    needs.push(isOwn ? ['users.subAcc.get', 'users.staffSubAcc.get'] : ['users.staffSubAcc.get']);
  }
  if (asked.kinds.includes('customerSub')) {
    needs.push(isOwn ? ['users.subAcc.get', 'users.customerSubAcc.get'] : ['users.customerSubAcc.get']);
  }
  return needs;
}
