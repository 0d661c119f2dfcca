import { describe, expect, test } from 'vitest';
import { presets } from '@suanpan/domain/access/presets';
import { roleNames } from '@suanpan/domain/access/roles';
import { allowedWhileActing } from '@suanpan/domain/access/sensitive';
import { permissionsOf } from './permissions-of.ts';
import type { Holder } from './permissions-of.ts';
import { scopeOf } from './scope-of.ts';

const holder = (values: Partial<Holder>): Holder => ({
  id: 1n,
  kind: 'agent',
  ownGrant: null,
  roleGrant: null,
  allowManualBalance: false,
  allowManualPayout: false,
  owner: null,
  ...values,
});

describe('permissions', () => {
  test.each(roleNames)('%s has the preset of his kind when nobody granted anything else', (kind) => {
    const owner =
      kind === 'staffSub'
        ? holder({ id: 2n })
        : kind === 'customerSub'
          ? holder({ id: 2n, kind: 'customer' })
          : null;
    expect([...permissionsOf(holder({ kind, owner }))].sort()).toEqual([...presets[kind]].sort());
  });

  test('a role replaces the preset, and a grant of his own replaces the role', () => {
    const role = ['admin.log.get', 'admin.backup.get'];
    expect([...permissionsOf(holder({ kind: 'admin', roleGrant: role }))].sort()).toEqual([...role].sort());
    expect([...permissionsOf(holder({ kind: 'admin', roleGrant: role, ownGrant: ['apiFile.get'] }))]).toEqual(
      ['apiFile.get'],
    );
    expect([...permissionsOf(holder({ kind: 'admin', roleGrant: [] }))]).toEqual([]);
  });

  test('nobody exceeds the ceiling of his kind, and unknown names fall away', () => {
    expect([
      ...permissionsOf(
        holder({ kind: 'manager', roleGrant: ['admin.backup.get', 'admin.log.get', 'no.such.thing'] }),
      ),
    ]).toEqual(['admin.log.get']);
    expect([
      ...permissionsOf(holder({ kind: 'customer', ownGrant: ['users.list.impersonate', 'apiFile.get'] })),
    ]).toEqual(['apiFile.get']);
  });

  test('a sub-account never exceeds what its owner has at this moment', () => {
    const ownGrant = ['collections.transactions.get', 'apiFile.get', 'admin.log.get'];
    const of = (owner: Holder | null) =>
      [...permissionsOf(holder({ kind: 'staffSub', ownGrant, owner }))].sort();
    expect(of(holder({ id: 2n }))).toEqual(['apiFile.get', 'collections.transactions.get']);
    expect(of(holder({ id: 2n, roleGrant: ['apiFile.get'] }))).toEqual(['apiFile.get']);
    expect(of(holder({ id: 2n, kind: 'admin' }))).toEqual([
      'admin.log.get',
      'apiFile.get',
      'collections.transactions.get',
    ]);
  });

  test('the two flags of a senior agent add their abilities, to nobody else', () => {
    const flags = { allowManualBalance: true, allowManualPayout: true };
    expect(permissionsOf(holder(flags)).has('cashManagement3.manualAdjustment')).toBe(true);
    expect(permissionsOf(holder(flags)).has('payment.apply.create')).toBe(true);
    expect(permissionsOf(holder({})).has('payment.apply.create')).toBe(false);
    expect(permissionsOf(holder({ kind: 'subAgent', ...flags })).has('payment.apply.create')).toBe(false);
  });

  test('who acts for another may look and export, and nothing else', () => {
    for (const permission of permissionsOf(holder({ kind: 'customer' }), { impersonated: true })) {
      expect(allowedWhileActing.has(permission), permission).toBe(true);
    }
  });
});

describe('scope', () => {
  test('is the own tree, for a sub-account that of its owner', () => {
    expect(scopeOf(holder({ id: 7n }))).toEqual({ kind: 'agent', agentId: 7n });
    expect(scopeOf(holder({ id: 8n, kind: 'staffSub', owner: holder({ id: 7n }) }))).toEqual({
      kind: 'agent',
      agentId: 7n,
    });
    expect(scopeOf(holder({ id: 8n, kind: 'staffSub', owner: holder({ kind: 'manager' }) }))).toEqual({
      kind: 'platform',
    });
    expect(
      scopeOf(holder({ id: 9n, kind: 'customerSub', owner: holder({ id: 3n, kind: 'customer' }) })),
    ).toEqual({
      kind: 'customer',
      customerId: 3n,
    });
    expect(scopeOf(holder({ id: 4n, kind: 'subAgent' }))).toEqual({ kind: 'subAgent', subAgentId: 4n });
    expect(scopeOf(holder({ id: 5n, kind: 'middleman' }))).toEqual({ kind: 'middleman', middlemanId: 5n });
  });

  test('of a sub-account without an owner shows nobody’s rows', () => {
    expect(scopeOf(holder({ id: 8n, kind: 'staffSub' }))).toEqual({ kind: 'customer', customerId: 8n });
  });
});
