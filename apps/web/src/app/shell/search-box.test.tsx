import { search } from '@suanpan/contract/endpoints/statistics';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ownQueries } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { forgetHits } from './recent-hits.ts';
import { SearchBox } from './search-box.tsx';

const found = {
  kind: 'collection' as const,
  id: '7',
  title: 'C2611220000000007',
  detail: 'M-7 · 333.33 TWD · Success',
  path: '/wrap/collections.transactions?open=7',
};

test('the search begins with commands and what was opened last, and finds by an amount', async () => {
  sessionStorage.clear();
  queryClient.clear();
  forgetHits();
  queryClient.setQueryData(ownQueries.self.queryKey, { id: '1' } as never);
  queryClient.setQueryData(ownQueries.permissions.queryKey, ['collections.transactions.get']);
  queryClient.setQueryData(ownQueries.menu.queryKey, []);
  const asked = wire(reply(search, () => ({ items: [found] })));
  const screen = await renderDressed(<SearchBox />);
  const box = screen.getByRole('combobox');

  await userEvent.click(box);
  await expect.element(screen.getByRole('option', { name: /Make an export/ })).toBeVisible();
  await expect.element(screen.getByRole('option', { name: /Theme: Dark/ })).toBeVisible();
  await expect.element(screen.getByRole('option', { name: /简体中文/ })).toBeVisible();
  expect(asked.askedOf(search)).toEqual([]);

  await userEvent.fill(box, '333.33');
  const hit = screen.getByRole('option', { name: /C2611220000000007/ });
  await expect.element(hit).toBeVisible();
  await expect.element(screen.getByRole('option', { name: /All collection orders of 333.33/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/wrap/collections.transactions?open=7');

  // Only its id is kept; what it is called is asked for anew.
  expect(Object.values({ ...sessionStorage })).toEqual([
    JSON.stringify({ userId: '1', hits: [{ kind: 'collection', id: '7' }] }),
  ]);
  await userEvent.click(box);
  await expect
    .element(screen.getByRole('option').first())
    .toHaveTextContent('CollectionC2611220000000007M-7 · 333.33 TWD · Success');
  expect(asked.askedOf(search)).toEqual([{ q: '333.33' }, { known: [{ kind: 'collection', id: '7' }] }]);
});

test('Enter before the answer is there means the first of it, and no command that stands there meanwhile', async () => {
  queryClient.clear();
  forgetHits();
  location.hash = '';
  queryClient.setQueryData(ownQueries.self.queryKey, { id: '1' } as never);
  queryClient.setQueryData(ownQueries.permissions.queryKey, ['collections.transactions.get']);
  queryClient.setQueryData(ownQueries.menu.queryKey, []);
  wire(reply(search, () => ({ items: [found] })));
  const line = Promise.withResolvers<undefined>();
  const server = globalThis.fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await line.promise;
    return server(...asked);
  });
  const screen = await renderDressed(<SearchBox />);
  await userEvent.fill(screen.getByRole('combobox'), '333.33');
  await expect.element(screen.getByRole('option', { name: /All collection orders of 333.33/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(location.hash).toBe('');
  line.resolve(undefined);
  await expect.poll(() => location.hash).toBe('#/wrap/collections.transactions?open=7');
});

test('one character is too few to look for, and that is said', async () => {
  sessionStorage.clear();
  queryClient.clear();
  queryClient.setQueryData(ownQueries.self.queryKey, { id: '1' } as never);
  queryClient.setQueryData(ownQueries.permissions.queryKey, []);
  queryClient.setQueryData(ownQueries.menu.queryKey, []);
  const asked = wire(reply(search, () => ({ items: [] })));
  const screen = await renderDressed(<SearchBox />);
  await userEvent.fill(screen.getByRole('combobox'), '王');
  await expect.element(screen.getByRole('option', { name: 'Type one more character' })).toBeVisible();
  expect(asked.askedOf(search)).toEqual([]);
});
