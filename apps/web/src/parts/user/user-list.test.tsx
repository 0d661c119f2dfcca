import { findNames } from '@suanpan/contract/endpoints/names';
import { writePreference } from '@suanpan/contract/endpoints/preferences';
import { createSubAccount } from '@suanpan/contract/endpoints/user-acts';
import { searchSubAccounts, searchUsers } from '@suanpan/contract/endpoints/users';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { userAt, usersPage } from '../../../test/fixture/users.ts';
import { cutFigures, cutHeaders, headers, rowsCome, wholeRows } from '../../../test/grid.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { MerchantSubAccounts } from '../../screens/users/customerSubAcc.tsx';
import { Users } from '../../screens/users/list.tsx';
import { Managers } from '../../screens/users/manage.tsx';
import { OwnSubAccounts } from '../../screens/users/subAcc.tsx';
import { InactiveUsers } from '../../screens/users/unList.tsx';

const nowMs = Date.now();
const rows = Array.from({ length: 40 }, (_, index) => userAt(index, nowMs));
const listed = () => reply(searchUsers, () => usersPage(rows));

describe('users on the screen', () => {
  test('twenty rows stand whole without sideways scrolling: state, number, who, how much, when', async () => {
    wire(listed());
    const { piece } = await renderScreen(Users);
    await rowsCome(piece);
    expect(wholeRows(piece)).toBeGreaterThanOrEqual(20);
    expect(headers(piece)).toEqual([
      'Status',
      'Username',
      'Name',
      'User type',
      'Senior agent',
      'Balance',
      'Settleable funds',
      'Frozen amount',
      // Their zone stands in the tooltip where the header has no room for it.
      'Last login',
      'Registered',
      'Actions',
    ]);
    expect(cutHeaders(piece)).toEqual([]);
    const scroller = piece.querySelector('table')?.parentElement ?? expect.fail('there is no table');
    expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth);
    expect(cutFigures(piece)).toEqual([]);
    for (const row of piece.querySelectorAll('tbody tr[data-key]'))
      expect(row.querySelectorAll('[data-tone]')).toHaveLength(1);
  });

  test('what waits for a second person is seen in the row of whom it is about, and leads there', async () => {
    const asked = {
      act: 'users.editFrozen' as const,
      asked_at: new Date(nowMs).toISOString(),
      approval_id: '9',
      maker: { id: '3', name: 'Chen' },
      blocks: [],
    };
    wire(
      reply(searchUsers, () =>
        usersPage(rows.map((row, n) => (n === 1 ? { ...row, waiting_acts: [asked] } : row))),
      ),
    );
    const { piece } = await renderScreen(Users);
    await rowsCome(piece);
    await expect.poll(() => piece.querySelectorAll('tbody a[href*="admin.approvals"]')).toHaveLength(1);
    const mark = piece.querySelector(`tr[data-key="${rows[1]?.id}"] a[href$="admin.approvals?open=9"]`);
    expect(mark?.textContent).toMatch(/second person.*Chen/);
    expect(cutFigures(piece)).toEqual([]);
  });

  test('all fields are the specification’s in its order, then what the platform adds', async () => {
    wire(
      listed(),
      reply(writePreference, () => ({})),
    );
    const { piece, getByRole, getByText } = await renderScreen(Users);
    await rowsCome(piece);
    await userEvent.click(getByRole('button', { name: 'Columns' }));
    await userEvent.click(getByText('All fields'));
    await expect
      .poll(() => headers(piece).slice(0, -1))
      .toEqual([
        'User ID',
        'Username',
        'User type',
        'System fee',
        'Collected system fee',
        'Phone',
        'Email',
        'Senior-agent ID',
        'Last login (UTC+8)',
        'Registered (UTC+8)',
        'Balance',
        'Frozen amount',
        'Settleable funds',
        'Currency',
        'Status',
        'Name',
        'Senior agent',
        'General agent',
        'Middleman',
        'Unsettled amount',
        '2FA',
      ]);
  });

  test('on a phone six users of three lines are in sight', async () => {
    wire(listed());
    const { piece } = await renderScreen(Users, { width: 390, height: 844 });
    await rowsCome(piece);
    const inSight = [...piece.querySelectorAll('article[data-key]')].filter(
      (card) => card.getBoundingClientRect().bottom <= 844 - 48 - 36 - 10,
    );
    expect(inSight.length).toBeGreaterThanOrEqual(6);
  });
});

describe('what each list asks for', () => {
  const inForce = [
    ['active ones', Users, { status: 'active', role_name: 'customer,agent,subAgent,middleman' }],
    ['those not in use', InactiveUsers, { status: 'pending,disabled' }],
    ['people of the platform', Managers, { role_name: 'admin,manager', status: 'active,disabled' }],
    ['sub-accounts of merchants', MerchantSubAccounts, { role_name: 'customerSub' }],
  ] as const;
  test.each(inForce)('%s, whatever their day', async (_name, Screen, wanted) => {
    const { askedOf } = wire(listed());
    const { piece } = await renderScreen(Screen);
    await rowsCome(piece);
    const [asked] = askedOf(searchUsers);
    expect(asked).toMatchObject({ ...wanted, sort: '-created_at' });
    expect(asked).not.toHaveProperty('from');
  });

  test('one’s own sub-accounts have no money to show', async () => {
    const { askedOf } = wire(reply(searchSubAccounts, () => usersPage(rows)));
    const { piece, text } = await renderScreen(OwnSubAccounts);
    await rowsCome(piece);
    expect(askedOf(searchSubAccounts)[0]).toMatchObject({ self: 'self', status: 'pending,active,disabled' });
    expect(text()).not.toContain('Balance');
  });

  test('a sub-account that was made stands in the list at once, and its link is shown whole', async () => {
    let made = 0;
    const url = `https://office.example/#/userLogin?code=${'b'.repeat(43)}`;
    wire(
      reply(searchSubAccounts, () => usersPage(rows.slice(0, made))),
      reply(createSubAccount, () => {
        made = 1;
        return {
          user: rows[0] ?? expect.fail('there is no user'),
          password_link: { url, expires_at: new Date(nowMs + 86_400_000).toISOString() },
        };
      }),
    );
    const { piece, getByRole } = await renderScreen(OwnSubAccounts, {
      permissions: ['users.subAcc.get', 'users.subAcc.create'],
    });
    await userEvent.click(getByRole('button', { name: 'New sub-account' }).first());
    const dialog = page.getByRole('dialog');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Mei');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Username' }), 'shop.mei');
    await userEvent.click(dialog.getByRole('button', { name: 'Create the account' }));
    const link = page.getByRole('button', { name: url });
    await expect.element(link).toBeVisible();
    expect(link.element().scrollWidth).toBeLessThanOrEqual(link.element().clientWidth);
    await rowsCome(piece);
    expect(wholeRows(piece)).toBe(1);
  });

  test('the state that is chosen from the start can be taken away', async () => {
    const { askedOf } = wire(listed());
    const { piece } = await renderScreen(Users);
    await rowsCome(piece);
    await userEvent.selectOptions(piece.querySelector('select[name=status]') ?? expect.fail('no field'), '');
    await userEvent.click(piece.querySelector('form [type=submit]') ?? expect.fail('no button'));
    await expect.poll(() => askedOf(searchUsers).at(-1)?.status).toBe('active,disabled,pending,archived');
  });

  test('a senior agent is picked by his name', async () => {
    const { askedOf } = wire(
      listed(),
      reply(findNames, () => [{ id: '10501', name: 'Hengxin' }]),
    );
    const { piece, getByRole } = await renderScreen(Users);
    await rowsCome(piece);
    await userEvent.type(getByRole('combobox', { name: 'Senior agent' }), 'heng');
    await userEvent.click(getByRole('option', { name: 'Hengxin 10501' }));
    await expect.poll(() => askedOf(searchUsers).at(-1)?.agent_id).toBe('10501');
  });
});
