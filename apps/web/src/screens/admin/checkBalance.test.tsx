import { proofRuns } from '@suanpan/contract/endpoints/accounting';
import { expect, test } from 'vitest';
import { headers, rowsCome } from '../../../test/grid.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { CheckBalance } from './checkBalance.tsx';

test('earlier runs are listed with what each found, the verdict of the latest stands above', async () => {
  const run = (id: string, breaches: number) => ({
    id,
    started_at: '2026-11-20T18:00:00.000Z',
    finished_at: '2026-11-20T18:00:01.000Z',
    duration_ms: 940,
    passed: breaches === 0,
    started_by: null,
    checks: [
      { name: 'L1', passed: true, examined: 40, breaches: 0, examples: [] },
      { name: 'L2', passed: breaches === 0, examined: 40, breaches, examples: [] },
    ],
    accounts: [],
    totals: [],
    outside: null,
  });
  wire(reply(proofRuns, () => ({ items: [run('3', 0), run('2', 1), run('1', 0)] })));
  const { piece, text } = await renderScreen(CheckBalance);
  await rowsCome(piece);
  expect(text()).toContain('Everything agrees');
  const list = piece.querySelector<HTMLElement>('table[aria-rowcount]') ?? expect.fail('there is no list');
  expect(headers(list)).toEqual(['Result', 'Finished (UTC+8)', 'Run by', 'Checks held', 'Took']);
  const found = [...list.querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('[data-tone]')?.textContent,
    row.children[3]?.textContent,
  ]);
  expect(found).toEqual([
    ['Broken', '1 / 2'],
    ['Holds', '2 / 2'],
  ]);
});

test.each([
  [390, 844],
  [1440, 900],
])('at %i × %i what does not agree is seen first, with how much of it and where', async (width, height) => {
  const held = (n: number) => ({ name: `L${n}`, passed: true, examined: 40, breaches: 0, examples: [] });
  const checks = [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(held),
    { name: 'S4', passed: false, examined: 1_200, breaches: 3, examples: ['order C2611220000000404'] },
    {
      name: 'T8',
      passed: false,
      examined: 90,
      breaches: 2,
      examples: ['user 12 altered', 'apiKey 7 removed'],
    },
  ];
  const totals = [
    { currency: 'TWD' as const, book: 'main', account: 'L200', balance: '-1234567.8900', postings: 12 },
  ];
  const run = {
    id: '3',
    started_at: '2026-11-20T18:00:00.000Z',
    finished_at: '2026-11-20T18:00:01.000Z',
    duration_ms: 940,
    passed: false,
    started_by: null,
    checks,
    accounts: [],
    totals,
    outside: {
      providers: [
        {
          id: '3',
          name: 'First Bank 01',
          direction: 'payout' as const,
          currency: 'TWD' as const,
          books: '150000.0000',
          provider: '148500.0000',
          difference: '-1500.0000',
          checked_at: '2026-11-20T18:00:00.000Z',
        },
      ],
      unidentified: [
        {
          currency: 'TWD' as const,
          count: 7,
          total: '9999.0000',
          within_day: '1000.0000',
          within_three: '0.0000',
          within_week: '0.0000',
          older: '8999.0000',
        },
      ],
    },
  };
  wire(reply(proofRuns, () => ({ items: [run] })));
  const { piece, room } = await renderScreen(CheckBalance, { width, height });
  await expect.poll(() => piece.querySelectorAll('tbody tr').length).toBe(14);
  const [first] = piece.querySelectorAll<HTMLElement>('tbody tr');
  for (const text of ['S4', 'Broken', '1,200', '3', 'order C2611220000000404'])
    expect(first?.innerText).toContain(text);
  expect(first?.getBoundingClientRect().bottom).toBeLessThan(room.height / 2);
  for (const text of ['Account 12: altered', 'API key 7: removed past the product'])
    expect(piece.innerText).toContain(text);
  for (const text of ['First Bank 01', '150,000.0000', '148,500.0000', '-1,500.0000', '8,999.0000'])
    expect(piece.innerText).toContain(text);
  // Nothing is out of sight sideways: neither a verdict nor a balance.
  for (const cell of piece.querySelectorAll('tbody td'))
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(width);
  expect(piece.querySelector('[aria-label="Screen"]')?.scrollWidth).toBeLessThanOrEqual(room.width);
});

test('an account that does not agree is named by whose it is, and its turnover is one step away', async () => {
  const run = {
    id: '3',
    started_at: '2026-11-20T18:00:00.000Z',
    finished_at: '2026-11-20T18:00:41.000Z',
    duration_ms: 40_954,
    passed: false,
    started_by: null,
    checks: [{ name: 'L2', passed: false, examined: 40, breaches: 2, examples: ['account 44', 'account 7'] }],
    accounts: [
      {
        id: '44',
        kind: 'L200' as const,
        currency: 'TWD' as const,
        book: 'main',
        owner_id: '100014',
        name: 'Bluebird',
      },
      { id: '7', kind: 'E510' as const, currency: 'TWD' as const, book: 'main', owner_id: null, name: null },
    ],
    totals: [],
    outside: null,
  };
  wire(reply(proofRuns, () => ({ items: [run] })));
  const { getByRole, text } = await renderScreen(CheckBalance);
  await expect
    .element(getByRole('link', { name: /Bluebird/ }))
    .toHaveAttribute(
      'href',
      '#/wrap/accounting.changelogs?range=all&owner_id=100014&account=L200&currency=TWD',
    );
  expect(text()).not.toContain('account 44');
  expect(text()).not.toContain('account 7');
  expect(text()).toContain('in 41 s');
});
