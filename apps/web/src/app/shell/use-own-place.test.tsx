import type { Endpoint } from '@suanpan/contract/endpoint';
import { useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import { parseFlatSearch, type FlatSearch } from '../../lib/flat-search.ts';
import { forgetPrivate, privateKeys } from '../../lib/private-search.ts';
import { useOwnPlace } from './use-own-place.ts';

const contract = import.meta.glob<Record<string, Partial<Endpoint>>>(
  '../../../../../packages/contract/src/endpoints/*.ts',
  { eager: true },
);

/** A screen whose address is the page's own, as the router reads it. */
function Place({ name }: { name: string }) {
  const [address, setAddress] = useState(searchOfHash);
  useEffect(() => {
    const read = (): void => setAddress(searchOfHash());
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const { open, search, setSearch } = useOwnPlace(name, 'Orders', address);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <button
        type="button"
        onClick={() => setSearch({ ...search, status: 'success', real_name: '王大同' }, true)}
      >
        ask
      </button>
      <button type="button" onClick={() => setSearch({ ...search, page: '2' })}>
        page
      </button>
      <button type="button" onClick={() => setSearch({ ...search, page: '3' }, true)}>
        turn
      </button>
      {['1', '2'].map((id) => (
        <button key={id} type="button" onClick={() => open(id)}>
          open {id}
        </button>
      ))}
      <button type="button" onClick={() => open(null)}>
        close
      </button>
    </>
  );
}

const searchOfHash = (): FlatSearch => parseFlatSearch(location.hash.split('?')[1] ?? '');

const before = location.hash;
afterEach(() => {
  forgetPrivate();
  location.hash = before;
});

const open = async (name: string, hash = `#/wrap/${name}`) => {
  location.hash = hash;
  const { piece, getByRole, unmount } = await renderDressed(<Place name={name} />);
  const said = (): string => piece.querySelector('output')?.textContent ?? '';
  const press = (button: string) => userEvent.click(getByRole('button', { name: button }));
  return { said, press, unmount };
};

test('a name that is asked for is found again in the screen, and in no address', async () => {
  const { said, press } = await open('a.list');
  await press('ask');
  await expect.poll(said).toContain('王大同');
  expect(location.hash).toBe('#/wrap/a.list?status=success&private=1');
  await press('page');
  await expect.poll(said).toBe('{"status":"success","page":"2","real_name":"王大同"}');
  expect(decodeURIComponent(location.href)).not.toContain('王大同');
});

test('the back button leaves the name and comes back to it; another link to the screen brings nobody along', async () => {
  const { said, press } = await open('a.list');
  await press('ask');
  await expect.poll(said).toContain('王大同');
  history.back();
  await expect.poll(said).toBe('{}');
  history.forward();
  await expect.poll(said).toContain('王大同');
  location.hash = '#/wrap/a.list?status=success';
  await expect.poll(said).toBe('{"status":"success"}');
});

test('what was opened is closed by the back button, and where it was opened the list goes on', async () => {
  const { said, press } = await open('a.list');
  await press('turn');
  await expect.poll(said).toBe('{"page":"3"}');
  const { length } = history;
  for (const close of [() => press('close'), async () => history.back()]) {
    await press('open 1');
    await expect.poll(said).toBe('{"page":"3","open":"1"}');
    await press('open 2');
    await expect.poll(said).toBe('{"page":"3","open":"2"}');
    expect(history.length).toBe(length + 1);
    await close();
    await expect.poll(said).toBe('{"page":"3"}');
  }
  history.back();
  await expect.poll(said).toBe('{}');
});

test('what a link opened is closed where one stands', async () => {
  const { said, press } = await open('a.list', '#/wrap/a.list?open=1&page=2');
  await expect.poll(said).toBe('{"open":"1","page":"2"}');
  await press('close');
  await expect.poll(said).toBe('{"page":"2"}');
  expect(location.hash).toBe('#/wrap/a.list?page=2');
});

test('a link that carries a name asks for it and loses it at once', async () => {
  const { said } = await open('a.list', '#/wrap/a.list?real_name=Lin&page=2');
  await expect.poll(() => location.hash).toBe('#/wrap/a.list?page=2&private=1');
  await expect.poll(said).toBe('{"page":"2","real_name":"Lin"}');
});

test('one screen does not know whom another asked for, and after the session nobody does', async () => {
  const first = await open('a.list');
  await first.press('ask');
  await expect.poll(first.said).toContain('王大同');
  const { hash } = location;
  await first.unmount();
  const other = await open('another.list', hash.replace('a.list', 'another.list'));
  expect(other.said()).toBe('{"status":"success"}');
  await other.unmount();
  forgetPrivate();
  const again = await open('a.list', hash);
  expect(again.said()).toBe('{"status":"success"}');
});

test('whatever list of the contract takes a name or a card, it is private', () => {
  const isPersonal =
    /^(search|value)$|(^|_)(real|holder|payer|payee|card|last5|phone|email)(_|$)|account_name/;
  const filters = Object.values(contract)
    .flatMap((file) => Object.values(file))
    .filter((entry) => entry?.input !== undefined && 'shape' in entry.input)
    .map((entry) => Object.keys((entry.input as unknown as { shape: object }).shape))
    .filter((keys) => keys.includes('paginate'))
    .flat();
  const personal = [...new Set(filters)].filter((key) => isPersonal.test(key));
  expect(personal.length).toBeGreaterThan(2);
  expect(personal.filter((key) => !privateKeys.includes(key))).toEqual([]);
});
