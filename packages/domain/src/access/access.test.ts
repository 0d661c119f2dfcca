import { describe, expect, test } from 'vitest';
import { abilities } from './abilities.ts';
import { isPermission, permissionTree, permissions, routeNames } from './permissions.ts';
import { ceilingOf, presets } from './presets.ts';
import { isRoleName, roleNames } from './roles.ts';
import { agentOnlyPermissions, allowedWhileActing, stepUpPermissions } from './sensitive.ts';

describe('the permission tree', () => {
  test('opens every screen with get and holds no string twice', () => {
    for (const route of routeNames) expect(permissionTree[route][0]).toBe('get');
    expect(new Set(permissions).size).toBe(permissions.length);
    expect(isPermission('notifications.unread.get')).toBe(true);
    expect(isPermission('notifications.unread')).toBe(false);
  });

  test('names the 81 routes of specification §2, the approvals screen, the live wall, reconciliation, the creation wizard and the console of callbacks', () => {
    expect(routeNames).toHaveLength(81 + 5);
    expect(routeNames).toContain('admin.approvals');
    expect(routeNames).toContain('callbacks');
    expect(routeNames).toContain('collectionMethod.customer_c_m_change');
    expect(routeNames).toContain('users.create.customer/accountMethod');
  });
});

describe('presets', () => {
  test('a manager is an administrator without role grants, upstream keys and backup', () => {
    const missing = presets.admin.filter((permission) => !presets.manager.includes(permission));
    expect(missing.every((permission) => /roles|manager|authority|Key|backup/.test(permission))).toBe(true);
    expect(presets.manager.some((permission) => /admin\.(backup|agent.*Key)/.test(permission))).toBe(false);
    expect(presets.manager).not.toContain('settings.roles.update');
    expect(presets.manager).toContain('settings.roles.get');
  });

  test('nobody of the platform applies for withdrawals, every owner of money does', () => {
    for (const role of roleNames) {
      const owns = ['agent', 'subAgent', 'customer', 'middleman'].includes(role);
      expect(presets[role].includes('withdraws.apply.create'), role).toBe(owns);
    }
  });

  test('supply, refund and manual changes are off for an agent until granted', () => {
    for (const permission of [...abilities.superviseOrders, ...abilities.changeBalance] as const) {
      expect(presets.agent).not.toContain(permission);
      expect(ceilingOf('agent')).toContain(permission);
      expect(ceilingOf('customer')).not.toContain(permission);
    }
  });

  test('a merchant never sees upstream keys, costs or other people', () => {
    const never = /^admin\.|users\.list|stats|systemIncome|^authority|firewall|agents/;
    expect(presets.customer.filter((permission) => never.test(permission))).toEqual([]);
    expect(presets.customerSub.every((permission) => presets.customer.includes(permission))).toBe(true);
  });

  test('a general agent does not send callbacks, submit payouts or decide anything', () => {
    for (const permission of [
      ...abilities.sendCallbacks,
      ...abilities.submitPayouts,
      ...abilities.decidePayouts,
    ]) {
      expect(presets.subAgent).not.toContain(permission);
    }
  });

  test('senior agents and merchants act for their sub-accounts, a general agent never', () => {
    for (const permission of abilities.actForOwnSubs) {
      expect(presets.agent).toContain(permission);
      expect(presets.customer).toContain(permission);
      expect(ceilingOf('subAgent')).not.toContain(permission);
    }
  });

  test('a sub-account is bounded by its owner', () => {
    expect(ceilingOf('staffSub', 'agent')).toEqual(ceilingOf('agent'));
    expect(ceilingOf('customerSub', 'customer')).toEqual(presets.customer);
  });

  test('no preset holds a permission twice', () => {
    for (const role of roleNames) expect(new Set(presets[role]).size).toBe(presets[role].length);
  });
});

test('acts that need a step-up are also shut while impersonating', () => {
  for (const permission of stepUpPermissions) expect(allowedWhileActing.has(permission)).toBe(false);
});

test('functions for proxies alone are held by no other role', () => {
  for (const permission of agentOnlyPermissions) {
    for (const role of ['admin', 'manager', 'customer', 'customerSub'] as const) {
      expect(presets[role]).not.toContain(permission);
    }
  }
});

test('role names are exactly the eight of the back-office API', () => {
  expect(roleNames).toHaveLength(8);
  expect([isRoleName('customer'), isRoleName('root'), isRoleName(undefined)]).toEqual([true, false, false]);
});
