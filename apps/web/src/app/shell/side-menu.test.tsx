import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import { ownQueries } from '../../lib/own-user.ts';
import { preferencesQuery } from '../../lib/preferences.ts';
import { queryClient } from '../../lib/query-client.ts';
import { MenuRail } from './menu-rail.tsx';
import type { OpenTab } from './open-tabs.ts';
import { SideMenu } from './side-menu.tsx';
import { TabStrip } from './tab-strip.tsx';

const groups = [
  {
    key: 'collections',
    title: 'Collections',
    icon: 'arrow-down-circle',
    children: [{ name: 'collections.transactions', title: 'Collection orders' }],
  },
  {
    key: 'admin',
    title: 'Administration',
    icon: 'server-cog',
    children: [{ name: 'admin.approvals', title: 'Approvals', badge: 3 }],
  },
];
const front: OpenTab = { name: 'collections.transactions', search: {}, seen: 1 };

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(ownQueries.menu.queryKey, groups);
  queryClient.setQueryData(preferencesQuery.queryKey, {});
  queryClient.setQueryData(ownQueries.permissions.queryKey, ['downloadPage.get']);
});

test('the front page’s group is open at the first paint, and every group opens and closes', async () => {
  const screen = await renderDressed(<SideMenu front={front} />);
  await expect.element(screen.getByRole('link', { name: 'Collection orders' })).toBeVisible();
  const group = screen.getByRole('button', { name: 'Collections' });
  await userEvent.click(group);
  await expect.element(group).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByRole('link', { name: 'Collection orders' }).elements()).toEqual([]);
  const other = screen.getByRole('button', { name: /Administration/ });
  // What waits behind a closed group is told.
  await expect.element(other).toHaveTextContent('Administration3');
  await userEvent.click(other);
  await expect.element(screen.getByRole('link', { name: /Approvals/ })).toBeVisible();
});

test('downloads stand there for whoever may open them, in the menu and on the rail', async () => {
  const links = async () => {
    const screen = await renderDressed(
      <>
        <SideMenu front={front} />
        <MenuRail front={front} />
      </>,
    );
    const found = screen.getByRole('link', { name: 'Download list' }).elements().length;
    await screen.unmount();
    return found;
  };
  expect(await links()).toBe(2);
  queryClient.setQueryData(ownQueries.permissions.queryKey, []);
  expect(await links()).toBe(0);
});

test('the rail is 56 px of icons, each of which opens its group', async () => {
  const screen = await renderDressed(
    <div style={{ width: 56, height: 400 }}>
      <MenuRail front={front} />
    </div>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Administration' }));
  await expect.element(page.getByRole('link', { name: /Approvals/ })).toBeVisible();
});

test('the active tab is in sight, however many are open', async () => {
  const names = [
    'index.statistics',
    'users.list',
    'settings.roles',
    'settings.oem',
    'admin.approvals',
  ] as const;
  const tabs = names.map((name, seen) => ({ name, search: {}, seen }));
  const screen = await renderDressed(
    <div style={{ width: 300 }}>
      <TabStrip
        tabs={tabs}
        front="admin.approvals"
        titleOf={({ name }) => `A page called ${name}`}
        onClose={() => {}}
        onCloseOthers={() => {}}
      />
    </div>,
  );
  const active = screen.getByRole('link', { name: 'A page called admin.approvals' }).element();
  const strip = active.closest('nav');
  await expect
    .poll(() => active.getBoundingClientRect().right - (strip?.getBoundingClientRect().right ?? 0))
    .toBeLessThanOrEqual(0);
});

test('a page that takes the place of the oldest tab is in sight too', async () => {
  const names = ['users.list', 'accounting.report', 'admin.log', 'settings.oem', 'apiFile'] as const;
  const strip = (from: number, to: number, at: number) => (
    <div style={{ width: 420 }}>
      <TabStrip
        tabs={names.slice(from, to).map((name, seen) => ({ name, search: {}, seen }))}
        front={names[at] ?? null}
        titleOf={({ name }) => `A page called ${name}`}
        onClose={() => {}}
        onCloseOthers={() => {}}
      />
    </div>
  );
  const screen = await renderDressed(strip(0, 4, 1));
  // The address changes first, and the tabs follow it: one goes, one comes.
  await screen.rerender(strip(0, 4, 4));
  await screen.rerender(strip(1, 5, 4));
  const active = screen.getByRole('link', { name: 'A page called apiFile' }).element();
  const edge = active.closest('nav')?.getBoundingClientRect().right ?? 0;
  await expect
    .poll(() => active.getBoundingClientRect().right - edge, { timeout: 2_000 })
    .toBeLessThanOrEqual(0);
});
