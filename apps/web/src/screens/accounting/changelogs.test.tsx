import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Changelogs } from './changelogs.tsx';
import type { ChangelogRow } from './changelogs/columns.tsx';

const at = new Date().toISOString();
const rowAt = (index: number): ChangelogRow => ({
  id: `${9_000 - index}.1`,
  journal_id: String(9_000 - index),
  created_at: at,
  event: 'collection.settle',
  order_no: `C26112200000${100 + index}`,
  owner_id: '41',
  owner_name: '星際互動',
  account: 'L210',
  currency: 'TWD' as const,
  before: '1000.0000',
  change: index % 2 === 0 ? '93.5000' : '-20.0000',
  after: '1093.5000',
  operator: null,
  note: null,
});
const listed = reply(changelogs, () => ({
  ...pageOf(
    Array.from({ length: 50 }, (_, index) => rowAt(index)),
    120,
  ),
  summary: {
    by_currency: [{ currency: 'TWD' as const, count: 120, credited: '5610.0000', debited: '1200.0000' }],
  },
}));

async function opened(options: Parameters<typeof renderScreen>[1] = {}) {
  const said = wire(listed);
  const screen = await renderScreen(Changelogs, options);
  await expect
    .poll(() => screen.piece.querySelectorAll('[data-key]').length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  return { ...screen, ...said };
}

test('the event stands first, twenty rows stand whole, and no figure is cut', async () => {
  const { piece } = await opened();
  const scroller = piece.querySelector('table')?.parentElement;
  const bottom = scroller?.getBoundingClientRect().bottom ?? 0;
  const whole = () =>
    [...piece.querySelectorAll('tbody tr[data-key]')].filter(
      (row) => row.getBoundingClientRect().bottom <= bottom,
    ).length;
  await expect.poll(whole).toBeGreaterThanOrEqual(20);
  const heads = [...piece.querySelectorAll('thead th')].map((head) => head.textContent);
  expect(heads.slice(0, 5)).toEqual(['Event', 'Order', 'Owner', 'Bucket', 'Change TWD']);
  expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
  const cut = [...piece.querySelectorAll<HTMLElement>('tbody .num')]
    .map((figure) => figure.closest('td'))
    .filter((cell) => cell && cell.scrollWidth > cell.clientWidth);
  expect(cut).toEqual([]);
});

test('what came and what went is one line a currency, of the filter and of the page', async () => {
  const { piece, getByRole } = await opened();
  const line = () => piece.querySelector('ul li')?.textContent ?? '';
  expect(line()).toMatch(/TWD.*120.*\+5,610\.0000.*-1,200\.0000/);
  await getByRole('button', { name: 'Page', exact: true }).click();
  await expect.poll(line).toMatch(/TWD.*50.*\+2,337\.5000.*-500\.0000/);
});

test('it asks for today’s, and for a whole number whatever its day', async () => {
  const today = await opened();
  expect(today.askedOf(changelogs)[0]).toMatchObject({
    from: expect.any(String) as string,
    to: expect.any(String) as string,
  });
  await today.unmount();
  const number = await opened({ search: { order_no: 'C26112200000100', range: 'last7' } });
  expect(number.askedOf(changelogs)[0]).toMatchObject({ order_no: 'C26112200000100' });
  expect(number.askedOf(changelogs)[0]).not.toHaveProperty('from');
});

test('on a phone a card unfolds what its three lines leave out', async () => {
  const { piece } = await opened({ width: 390, height: 844 });
  expect(piece.querySelectorAll('article[data-key]')).toHaveLength(50);
  expect(piece.textContent).not.toContain('After TWD');
  piece.querySelector<HTMLElement>('article button[aria-expanded]')?.click();
  await expect.poll(() => piece.textContent).toContain('After TWD');
});

test('why a provider did not pay is told in words, and what a person wrote is shown as he wrote it', async () => {
  const written = 'errors:channelError $t(errors:channelError) {{detail}}';
  wire(
    reply(changelogs, () => ({
      ...pageOf([
        { ...rowAt(0), note: 'channelError' },
        { ...rowAt(1), note: written },
      ]),
      summary: { by_currency: [] },
    })),
  );
  const { piece } = await renderScreen(Changelogs);
  const rows = () => [...piece.querySelectorAll('tbody tr[data-key]')].map((row) => row.textContent);
  await expect
    .poll(rows)
    .toEqual([
      expect.stringContaining('The provider answered with an error'),
      expect.stringContaining(written),
    ]);
  expect(rows()[0]).not.toContain('channelError');
});
