import { authorityUsers, subAuthorityUsers, type AccessUser } from '@suanpan/contract/endpoints/access';
import {
  shadowGrants,
  shadowSessions,
  type ShadowGrant,
  type ShadowSession,
} from '@suanpan/contract/endpoints/impersonation';
import { searchManagers, roles, type ManagerRow, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cutFigures, headers, rowsCome, wholeRows } from '../../../test/grid.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Authority } from './authority.tsx';
import { Managers } from './manager.tsx';
import { Roles } from './roles.tsx';
import { ShadowUsers } from './shadowUsers.tsx';
import { SubAuthority } from './subAuthority.tsx';

const nowMs = Date.now();
const at = (hours: number): string => new Date(nowMs + hours * 3_600_000).toISOString();
const forty = <Row,>(make: (index: number) => Row): Row[] => Array.from({ length: 40 }, (_, i) => make(i));

const role = (index: number): RoleRow => ({
  role_id: String(index + 1),
  name: `Night shift ${index}`,
  permissions: ['settings.roles.get'],
  created_at: at(-900),
  updated_at: at(-index),
  owner: index % 2 === 0 ? null : { id: '10501', name: 'Hengxin' },
  users: index % 3,
  actions: ['update', 'delete'],
});
const manager = (index: number): ManagerRow => ({
  id: String(index + 1),
  username: `manager.${index}`,
  name: '林經理',
  role_name: 'manager',
  role: null,
  has_own_grant: false,
  status: index % 5 === 0 ? 'disabled' : 'active',
  email: 'office@example.com',
  phone: null,
  google2FA: index % 2 === 0,
  last_login_at: index % 4 === 0 ? null : at(-index),
  created_at: at(-900),
  version: at(0),
  actions: ['update', 'delete'],
});
const person = (index: number): AccessUser => ({
  id: String(index + 1),
  username: `staff.${index}`,
  name: 'Wu',
  role_name: 'staffSub',
  status: 'pending',
  source: 'preset',
  role: null,
  owner: { id: '10501', name: 'Hengxin' },
});
const lin = { id: '1', username: 'admin.lin', name: 'Lin', role_name: 'admin' } as const;
const zaojiao = { id: '1001', username: 'zaojiao', name: 'Zaojiao', role_name: 'customer' } as const;
const grant = (index: number): ShadowGrant => ({
  id: String(index + 1),
  grantee: lin,
  target: zaojiao,
  read_only: true,
  reason: 'Looks after this merchant',
  granted_by: 'admin.chen',
  granted_at: at(-48),
  expires_at: at(48),
  revoked_at: index === 0 ? null : at(-1),
  revoked_by: index === 0 ? null : 'admin.chen',
  state: index === 0 ? 'live' : 'revoked',
});
const session: ShadowSession = {
  id: '7',
  operator: lin,
  user: zaojiao,
  reason: 'A question about a payout',
  grant_id: null,
  read_only: true,
  ip: '203.0.113.7',
  started_at: at(-0.5),
  last_seen_at: at(0),
  expires_at: at(0.4),
};

const listed = [
  reply(roles, () => pageOf(forty(role))),
  reply(searchManagers, () => ({ ...pageOf(forty(manager)), summary: { kinds: ['manager' as const] } })),
  reply(authorityUsers, () => pageOf(forty(person))),
  reply(subAuthorityUsers, () => pageOf(forty(person))),
  reply(shadowGrants, () => pageOf(forty(grant))),
];

describe('registers', () => {
  const screens = [
    ['roles', Roles, {}, ['Role name', 'Belongs to', 'Users', 'Permissions']],
    ['managers', Managers, {}, ['Status', 'Username', 'Name', 'Level', 'Role', '2FA']],
    ['everybody’s rights', Authority, {}, ['Status', 'Username', 'Name', 'Level']],
    ['rights of sub-accounts', SubAuthority, {}, ['Status', 'Username', 'Name', 'Level']],
    ['grants', ShadowUsers, { part: 'grants' }, ['State', 'Grantee', 'May log in as', 'Reason']],
  ] as const;

  test.each(screens)(
    '%s: twenty rows stand whole, with one tag at most',
    async (_name, Screen, search, first) => {
      wire(...listed);
      const { piece } = await renderScreen(Screen, { search: { ...search } });
      await rowsCome(piece);
      expect(wholeRows(piece)).toBeGreaterThanOrEqual(20);
      expect(headers(piece).slice(0, first.length)).toEqual(first);
      const scroller = piece.querySelector('table')?.parentElement ?? expect.fail('there is no table');
      expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth);
      expect(cutFigures(piece)).toEqual([]);
      for (const row of piece.querySelectorAll('tbody tr[data-key]'))
        expect(row.querySelectorAll('[data-tone]').length).toBeLessThanOrEqual(1);
      expect(piece.querySelector('[name=range]')).toBeNull();
    },
  );

  test.each(screens)('%s: on a phone five cards are in sight', async (_name, Screen, search) => {
    wire(...listed);
    const { piece } = await renderScreen(Screen, { search: { ...search }, width: 390, height: 844 });
    await rowsCome(piece);
    const inSight = [...piece.querySelectorAll('article[data-key]')].filter(
      (card) => card.getBoundingClientRect().bottom <= 844 - 48 - 36 - 10,
    );
    expect(inSight.length).toBeGreaterThanOrEqual(5);
  });

  test('what is asked by state stays at the grants', async () => {
    const { askedOf } = wire(...listed);
    const { piece, seen } = await renderScreen(ShadowUsers, { search: { part: 'grants' } });
    await rowsCome(piece);
    await userEvent.selectOptions(
      piece.querySelector('select[name=state]') ?? expect.fail('no field'),
      'live',
    );
    await userEvent.click(piece.querySelector('form [type=submit]') ?? expect.fail('no button'));
    await expect.poll(() => askedOf(shadowGrants).at(-1)?.state).toBe('live');
    expect(seen.search).toEqual({ part: 'grants', state: 'live' });
  });
});

describe('acting in the row', () => {
  test('the one act on a grant stands in its row, and none where it has ended', async () => {
    wire(...listed);
    const { piece, getByRole } = await renderScreen(ShadowUsers, {
      search: { part: 'grants' },
      permissions: ['settings.shadowUsers.revoke'],
    });
    await rowsCome(piece);
    expect(piece.querySelectorAll('tbody [data-act]')).toHaveLength(1);
    await userEvent.click(getByRole('button', { name: 'Revoke' }));
    await expect.element(getByRole('dialog', { name: 'Revoke the grant?' })).toBeVisible();
  });

  test('a session in another’s name is ended from its row', async () => {
    wire(reply(shadowSessions, () => ({ items: [session] })));
    const { piece, getByRole, text } = await renderScreen(ShadowUsers, {
      permissions: ['settings.shadowUsers.revoke'],
    });
    await rowsCome(piece);
    expect(text()).toContain('24 min');
    await userEvent.click(getByRole('button', { name: 'End' }));
    await expect.element(getByRole('dialog', { name: 'End this session?' })).toBeVisible();
  });

  test('the most likely act on a manager stands in his row, the rest behind it', async () => {
    wire(...listed);
    const { piece, getByRole } = await renderScreen(Managers);
    await rowsCome(piece);
    const row = piece.querySelector<HTMLElement>('tr[data-key="2"]') ?? expect.fail('the row is not there');
    expect(row.querySelector('[data-act=do]')?.textContent).toBe('Edit manager');
    await userEvent.click(row.querySelector('[data-act=more]') ?? expect.fail('there is no menu'));
    await expect.element(getByRole('menuitem', { name: 'Archive' })).toBeVisible();
  });
});
