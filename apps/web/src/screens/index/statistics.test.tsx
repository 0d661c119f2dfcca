import type { OutputOf } from '@suanpan/contract/endpoint';
import { statistics } from '@suanpan/contract/endpoints/statistics';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { orderAt } from '../../../test/fixture/orders.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ordersChanged } from '../../lib/socket.ts';
import { Statistics } from './statistics.tsx';

type Answer = OutputOf<typeof statistics>;

const listOf = (search: Record<string, string | string[]>) => ({
  screen: 'collections.transactions',
  search,
});
const day = {
  count: 30,
  amount: '1000.0000',
  success_count: 12,
  failed_count: 12,
  drill: {
    count: listOf({ from: '2026-11-22', to: '2026-11-22' }),
    failed_count: listOf({ status: ['expired'] }),
  },
};
const hour = { count: 30, success_count: 12, failed_count: 12, amount: '1000.0000' };
const answer: Answer = {
  currency: 'TWD',
  balance: '1.0000',
  total_balance: '1.0000',
  unsettlement_amount: '0.0000',
  frozen_amount: '0.0000',
  channel_fee: '354.6550',
  channel_fee_of: 'endpointCost',
  drill: { balance: { screen: 'cashManagement3', search: { currency: 'TWD' } } },
  today: day,
  yesterday: { ...day, success_count: 18, failed_count: 6 },
  last_login_at: null,
  last_login_ip: null,
  hours: [
    {
      at: '2026-11-22T00:00:00.000Z',
      ...hour,
      drill: listOf({ from: '2026-11-22T08', to: '2026-11-22T09' }),
    },
  ],
  days: [{ day: '2026-11-22', count: 30, success_count: 12, amount: '1000.0000', fee: '1.0000' }],
  channels: [
    {
      channel_id: '1',
      channel: 'VA one',
      count: 30,
      success_count: 12,
      failed_count: 12,
      amount: '1000.0000',
      state: 'ok',
      drill: listOf({ channel: '1' }),
      at: { screen: 'admin.methods', search: { search: 'VA one' } },
    },
  ],
  alerts: [],
  latest: [],
};

const open = async (said: Answer, width = 1440) => {
  wire(reply(statistics, () => said));
  const screen = await renderScreen(Statistics, { width });
  await expect.element(screen.getByText('VA one')).toBeVisible();
  return screen;
};

test('half of what is decided is 50.00 % in tile, hours and channel, whatever is still open, and is not called normal', async () => {
  const { piece } = await open(answer);
  const rates = [...piece.querySelectorAll('.num, small')]
    .filter((figure) => figure.childElementCount === 0)
    .map((figure) => figure.textContent)
    .filter((text) => /^\d+\.\d\d %$/.test(text));
  expect(rates).toEqual(['50.00 %', '50.00 %', '50.00 %']);
  // Its parts are not torn apart at the end of a line.
  expect(piece.textContent?.replaceAll('\u00a0', ' ')).toContain('yesterday 75.00 %');
  const channel = piece.querySelector('section[aria-label="Channel health"]');
  expect(channel?.textContent).toContain('Open');
  expect(channel?.textContent).not.toContain('Normal');
  expect(channel?.textContent).toContain('12 of 24 succeeded · 6 not counted');
  for (const titled of piece.querySelectorAll('[title^="Success rate ="]'))
    expect(titled.getAttribute('title')).toContain(
      '(success + refund + expired + amount mismatch + unusual)',
    );
  expect(piece.querySelectorAll('[title^="Success rate ="]')).toHaveLength(3);
});

/** The signs of a piece as they are drawn, without the blanks between them. */
function signsOf(piece: Element): { readonly sign: string; readonly top: number }[] {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  const signs = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const [at, sign] of [...(node.textContent ?? '')].entries()) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      if (sign.trim() !== '') signs.push({ sign, top: Math.round(range.getBoundingClientRect().top) });
    }
  }
  return signs;
}

test.each([1440, 1024, 390])('the success tile has no dot at the end of a line at %i px', async (width) => {
  const screen = await open(answer, width);
  const tile = screen
    .getByText(/yesterday\s75/)
    .element()
    .closest('dd');
  const signs = signsOf(tile as Element);
  const dots = signs.flatMap(({ sign }, at) => (sign === '·' ? [at] : []));
  expect(dots.length).toBeGreaterThan(0);
  for (const at of dots) expect(signs[at + 1]?.top).toBe(signs[at]?.top);
});

test('figures lead to what they count: tiles, channels, a bar of the curve and its line in the table', async () => {
  const { piece, getByRole, getByText } = await open(answer);
  const hrefs = (): (string | null)[] =>
    [...piece.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(hrefs()).toEqual(
    expect.arrayContaining([
      '#/wrap/cashManagement3?currency=TWD',
      '#/wrap/collections.transactions?from=2026-11-22&to=2026-11-22',
      '#/wrap/collections.transactions?status=expired',
      '#/wrap/collections.transactions?channel=1',
      '#/wrap/admin.methods?search=VA+one',
    ]),
  );
  // What leads nowhere is no link.
  expect(piece.querySelectorAll('a[href=""], a:not([href])')).toHaveLength(0);
  expect(getByText('354.65').element().closest('a')).toBeNull();
  const ofHour = '#/wrap/collections.transactions?from=2026-11-22T08&to=2026-11-22T09';
  await expect.poll(() => piece.querySelectorAll('.recharts-bar-rectangle').length).toBeGreaterThan(0);
  await userEvent.click(getByRole('img', { name: 'Last 24 hours' }));
  await expect.poll(() => location.hash).toBe(ofHour);
  await userEvent.click(getByText('As a table'));
  expect(hrefs()).toContain(ofHour);
});

test('the figures say how old they are', async () => {
  const { piece } = await open(answer);
  expect(piece.querySelector('header')?.textContent).toMatch(/As of \d\d:\d\d:\d\d/);
});

test.each([
  ['endpointCost', "Channel cost of today's collections"],
  ['merchantFee', "Fees of today's collections"],
] as const)('a channel fee that is %s is named so', async (channel_fee_of, words) => {
  const { piece } = await open({ ...answer, channel_fee_of });
  expect(piece.textContent).toContain(words);
});

test('on a phone the numbers of the latest orders are whole, however long their state is told', async () => {
  const latest = [0, 1, 2].map((index) => ({
    ...orderAt(index, Date.now()),
    order_no: 'C2611220000000404',
    order_amount: '1234567.8900',
    status: 'amount_mismatch' as const,
  }));
  const { piece, getByText } = await open({ ...answer, latest }, 390);
  await expect.element(getByText('C2611220000000404').first()).toBeVisible();
  const lines = [...piece.querySelectorAll<HTMLElement>('a[href*="open="]')];
  expect(lines).toHaveLength(3);
  for (const part of lines.flatMap((line) => [...line.children] as HTMLElement[]))
    expect(part.scrollWidth, part.textContent).toBeLessThanOrEqual(part.clientWidth);
});

test('news of an order paints no half of it: its line changes when it is read whole, and flashes', async () => {
  const before = { ...orderAt(0, Date.now()), status: 'pending' as const, channel: null };
  let said: Answer = { ...answer, latest: [before] };
  const { askedOf } = wire(reply(statistics, () => said));
  const { piece } = await renderScreen(Statistics);
  const line = (): HTMLElement =>
    piece.querySelector<HTMLElement>(`a[href*="open=${before.id}"]`) ?? expect.fail('no order');
  await expect.poll(() => piece.textContent).toContain(before.order_no);
  const { id, order_no, callback_status, currency, created_at: at } = before;
  const news = { kind: 'collection' as const, id, order_no, callback_status, currency, at };
  said = { ...answer, latest: [{ ...before, status: 'success', channel: 'TWQR' }] };
  ordersChanged.emit([{ ...news, status: 'success', amount: before.order_amount }]);
  expect(line().textContent).not.toContain('Success');
  await expect.poll(() => line().textContent, { timeout: 20_000 }).toContain('Success');
  expect(line().textContent).toContain('TWQR');
  expect(line().dataset['flash']).toBe('true');
  expect(askedOf(statistics)).toHaveLength(2);
});
