import type { Endpoint } from '@suanpan/contract/endpoint';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { forgetPrivate, privateKeys } from '../../lib/private-search.ts';
import { useOwnPlace } from './use-own-place.ts';

const contract = import.meta.glob<Record<string, Partial<Endpoint>>>(
  '../../../../../packages/contract/src/endpoints/*.ts',
  { eager: true },
);

function Place({ name, address }: { name: string; address: FlatSearch }) {
  const { search, setSearch } = useOwnPlace(name, 'Orders', address);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <button
        type="button"
        onClick={() => setSearch({ ...search, status: 'success', real_name: '王大同' }, true)}
      >
        ask
      </button>
    </>
  );
}

const before = location.hash;
afterEach(() => {
  forgetPrivate();
  location.hash = before;
});

test('a name that is asked for is found again in the screen, and in no address', async () => {
  const { piece, getByRole } = await renderDressed(<Place name="a.list" address={{}} />);
  await userEvent.click(getByRole('button', { name: 'ask' }));
  await expect.poll(() => piece.querySelector('output')?.textContent).toContain('王大同');
  expect(decodeURIComponent(location.href)).not.toContain('王大同');
  expect(location.hash).toBe('#/wrap/a.list?status=success');
});

test('a link that carries a name asks for it and loses it at once', async () => {
  location.hash = '#/wrap/a.list?real_name=Lin&page=2';
  const { piece } = await renderDressed(<Place name="a.list" address={{ real_name: 'Lin', page: '2' }} />);
  await expect.poll(() => location.hash).toBe('#/wrap/a.list?page=2');
  expect(piece.querySelector('output')?.textContent).toContain('Lin');
});

test('one screen does not know whom another asked for, and after the session nobody does', async () => {
  const first = await renderDressed(<Place name="a.list" address={{}} />);
  await userEvent.click(first.getByRole('button', { name: 'ask' }));
  await expect.poll(() => first.piece.querySelector('output')?.textContent).toContain('王大同');
  await first.unmount();
  const other = await renderDressed(<Place name="another.list" address={{}} />);
  expect(other.piece.querySelector('output')?.textContent).toBe('{}');
  await other.unmount();
  forgetPrivate();
  const again = await renderDressed(<Place name="a.list" address={{}} />);
  expect(again.piece.querySelector('output')?.textContent).toBe('{}');
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
