import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { getRole, roles, updateRole } from '@suanpan/contract/endpoints/roles';
import { expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import { openPage, speak } from '../harness/browser.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const taken = ['accounting.changelogs.get', 'accounting.changelogs.export'];

const browser = await testBrowser();

test('whoever is online while his role loses a right loses the menu entry, the page and the call', async () => {
  const { url } = theServer();
  const boss = await enterAs(url, 'admin.chen');
  const holder = await enterAs(url, 'support.hsu');
  const mine = (await boss.call(roles, {})).items.filter(({ owner }) => owner === null);
  const [role] = await Promise.all(mine.map(({ role_id: id }) => boss.call(getRole, { id }))).then((all) =>
    all.filter(({ holders }) => holders.some(({ username }) => username === 'support.hsu')),
  );
  if (role === undefined) throw new Error('support.hsu has no role');

  const { page, context, complaints } = await openPage(browser);
  await speak(context, url, 'en');
  await context.addCookies([{ name: 'token', value: holder.token ?? '', url }]);
  await page.goto(`${url}/#/wrap/accounting.changelogs`);
  const entry = page.getByRole('complementary').getByRole('link', { name: 'Turnover records' });
  await entry.waitFor();
  await page.getByRole('columnheader', { name: /After/ }).waitFor();
  await page.getByTitle('Live', { exact: true }).waitFor();

  const left = role.permissions.filter((permission) => !taken.includes(permission));
  const change = { id: role.role_id, name: role.name, permissions: left, version: role.updated_at };
  expect(await boss.call(updateRole, change)).toEqual({ state: 'done' });

  const refused = await holder.send('GET', changelogs.path);
  expect(refused.code).toBe(20_403);
  await until('the menu has followed', async () => (await entry.count()) === 0);
  await page.getByRole('heading', { name: 'No permission' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
