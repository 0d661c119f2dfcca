import type { OutputOf } from '@suanpan/contract/endpoint';
import { wall } from '@suanpan/contract/endpoints/wall';
import { permissions } from '@suanpan/domain/access/permissions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contrastBetween, groundOf } from '../../../test/contrast-on-page.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { notificationArrived } from '../../lib/socket.ts';
import * as sounds from '../../lib/sound.ts';
import { Wall } from './wall.tsx';

vi.mock(import('../../lib/sound.ts'), { spy: true });

type Answer = OutputOf<typeof wall>;

const hours = Array.from({ length: 12 }, (_, n) => ({
  at: new Date(Date.UTC(2026, 10, 23, 1 + n)).toISOString(),
  success_count: n === 4 ? 0 : 9 + n,
  failed_count: n === 4 ? 0 : 1,
  p95_ms: n === 4 ? null : 300 + 90 * n,
  trips: n === 7 ? 2 : 0,
}));
const channel = (id: number, more: Partial<Answer['channels'][number]> = {}): Answer['channels'][number] => ({
  id: String(id),
  name: `ATM virtual account ${id}`,
  account: 'Bank of the east',
  direction: 'collection',
  currency: 'TWD',
  state: 'ok',
  since: null,
  count: 1_234,
  success_count: 1_100,
  failed_count: 80,
  hours,
  ...more,
});
/** As full as it gets: more of everything than a screen holds, and long figures. */
const answer: Answer = {
  at: '2026-11-23T12:34:56.000Z',
  today: { count: 123_456, success_count: 110_000, failed_count: 8_000 },
  yesterday: { count: 118_321, success_count: 100_000, failed_count: 9_000 },
  until_now: {
    until: '2026-11-23T12:00:00.000Z',
    today: { count: 110_000, success_count: 0, failed_count: 0 },
    yesterday: { count: 100_000, success_count: 0, failed_count: 0 },
  },
  amounts: [
    { currency: 'TWD', today: '312345678.9000', yesterday: '298765432.1000', paid_out: '98765432.1000' },
    { currency: 'USDT', today: '1234567.890000', yesterday: '1134567.000000', paid_out: '0.000000' },
    { currency: 'CNY', today: '1.0000', yesterday: '1.0000', paid_out: '1.0000' },
  ],
  in_flight: (['TWD', 'USDT'] as const).map((currency) => ({
    currency,
    awaited: '1234567.0000',
    awaited_count: 321,
    payouts: '7654321.0000',
    withdrawals: '200000.0000',
    refunds: '3000.0000',
  })),
  channels: [
    channel(1, { state: 'tripped', since: '2026-11-23T12:10:00.000Z' }),
    channel(2, { direction: 'payout', state: 'maintenance' }),
    ...Array.from({ length: 9 }, (_, n) => channel(3 + n)),
  ],
  queues: [
    { name: 'news', depth: 12, oldest_s: 3 },
    { name: 'failedJobs', depth: 2, oldest_s: 7_300 },
    { name: 'callbacks', depth: 1_204, oldest_s: 620 },
    { name: 'collectionChecks', depth: 31, oldest_s: 12 },
    { name: 'payouts', depth: 18, oldest_s: 90 },
    { name: 'exports', depth: 0, oldest_s: null },
  ],
  callbacks_failing: 7,
  alerts: [
    {
      kind: 'ordersToCheck',
      count: 12,
      level: 'info',
      path: '/wrap/collections.transactions?status=pending',
    },
    { kind: 'failedJobs', count: 2, level: 'danger', path: '/wrap/admin.failedQueue' },
    { kind: 'approvals', count: 4, level: 'warning', path: '/wrap/admin.approvals' },
  ],
  alarms: [
    {
      rule_id: '1',
      name: '',
      shipped: 'successRate',
      metric: 'success_rate',
      bound: 'under',
      mark: '60',
      label: 'ATM virtual account 1',
      value: '42.5',
      told_at: '2026-11-23T12:20:00.000Z',
    },
  ],
  latest: Array.from({ length: 12 }, (_, n) => ({
    kind: n % 3 === 0 ? ('payout' as const) : ('collection' as const),
    id: String(9_000 + n),
    order_no: `C2611230000${n}`,
    at: '2026-11-23T12:34:50.000Z',
    customer: 'Starlight games and more',
    channel: 'ATM virtual account 1',
    currency: 'TWD' as const,
    amount: '1234567.0000',
    status: n % 3 === 0 ? ('processing' as const) : n % 3 === 1 ? ('success' as const) : ('expired' as const),
  })),
};
const quiet: Answer = {
  ...answer,
  until_now: null,
  amounts: [],
  in_flight: [],
  channels: [],
  queues: null,
  callbacks_failing: null,
  alerts: [],
  alarms: [],
  latest: [],
};

const full = (): HTMLElement | null => document.querySelector('[data-full]');
const open = async (said: () => Answer, { width = 1920, height = 1080, may = permissions } = {}) => {
  const line = wire(reply(wall, said));
  const screen = await renderScreen(Wall, { width, height, permissions: may });
  await expect.element(page.getByRole('heading', { name: /^Orders today/ })).toBeVisible();
  return { ...screen, line };
};
const enter = async (): Promise<HTMLElement> => {
  await userEvent.click(page.getByRole('button', { name: 'Full screen' }));
  await vi.waitFor(() => expect(full()).not.toBeNull());
  // The browser may have made the screen another one.
  await page.viewport(1920, 1080);
  await vi.waitFor(() => expect([innerWidth, innerHeight]).toEqual([1920, 1080]));
  return full() ?? document.body;
};

beforeEach(() => {
  vi.mocked(sounds.ring).mockClear();
  vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue();
});
afterEach(async () => {
  await userEvent.keyboard('{Escape}');
  document.documentElement.dataset['mantineColorScheme'] = 'light';
  vi.restoreAllMocks();
});

/** Text that is shown, each with the element it stands in. */
function* textsIn(root: HTMLElement): Generator<{ text: string; element: HTMLElement }> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (element && text !== '' && !element.closest('svg')) yield { text, element };
  }
}

test.each(['light', 'dark'] as const)(
  'across a room, %s: every figure has 48 px and every word 7 : 1, and all of it stands on the screen',
  async (scheme) => {
    await open(() => answer);
    await expect.element(page.getByRole('heading', { name: 'Orders today · change by 20:00' })).toBeVisible();
    document.documentElement.dataset['mantineColorScheme'] = scheme;
    const shown = await enter();
    const texts = [...textsIn(shown)];
    expect(texts.length).toBeGreaterThan(80);
    // Clocks, titles and names are no figures: a channel may be called by a number. The head says how old all of it is.
    const figures = texts.filter(
      ({ element, text }) => /\d/.test(text) && !element.closest('time, [data-name], header, h2'),
    );
    expect(figures.length).toBeGreaterThan(50);
    const isCounted = ({ text }: { text: string }): boolean => !/^\d+ more/.test(text);
    expect(
      figures
        .filter(isCounted)
        .filter(({ element }) => Number.parseFloat(getComputedStyle(element).fontSize) < 48)
        .map(({ text }) => text),
    ).toEqual([]);
    expect(
      texts
        .map(({ element, text }) => ({
          text,
          ratio: contrastBetween(getComputedStyle(element).color, groundOf(element)),
        }))
        .filter(({ ratio }) => ratio < 7),
    ).toEqual([]);
    const outside = figures.filter(({ element }) => {
      const card = element.closest('section')?.getBoundingClientRect();
      const { bottom, left, right, top } = element.getBoundingClientRect();
      return (
        bottom > 1080 ||
        right > 1920 ||
        top < 0 ||
        (card && (bottom > card.bottom || right > card.right || left < card.left))
      );
    });
    expect(outside.map(({ text }) => text)).toEqual([]);
    // What does not fit is counted and not lost.
    expect(shown.textContent).toContain('4 more channels');
  },
);

test('Escape leaves full screen; there nothing leads anywhere, and at the desk every figure leads to its cause', async () => {
  await open(() => answer);
  const leads = (): string[] =>
    [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '');
  expect(leads()).toEqual(
    expect.arrayContaining([
      '#/wrap/collections.transactions',
      '#/wrap/collections.transactions?channel=1',
      '#/wrap/payment.transactions?channel=2',
      '#/wrap/collections.transactions?status=pending&range=all&currency=TWD',
      '#/wrap/collections.transactions?callback_status=failed&range=all',
      '#/wrap/admin.failedQueue',
      '#/wrap/admin.operate',
      '#/wrap/index.stats5',
    ]),
  );
  const figures = [...document.querySelectorAll('[data-figure]')];
  const loose = figures.filter((figure) => !figure.closest('a, [title]'));
  expect(loose.map((figure) => figure.textContent)).toEqual([]);
  const shown = await enter();
  expect(shown.querySelectorAll('a')).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(full()).toBeNull());
  await expect.element(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
});

test('whoever may not open a list is not led to it', async () => {
  await open(() => answer, { may: ['admin.wall.get'] });
  expect(document.querySelectorAll('#piece a')).toHaveLength(0);
});

test('it rings for what has become true, once, and not for what was true before', async () => {
  let said: Answer = { ...answer, alarms: [], alerts: [], channels: [channel(3)] };
  await open(() => said);
  notificationArrived.emit({} as never);
  await vi.waitFor(() => expect(document.querySelectorAll('[data-part="channels"] li')).toHaveLength(1));
  expect(sounds.ring).not.toHaveBeenCalled();
  said = { ...said, channels: [channel(3, { state: 'tripped' })] };
  notificationArrived.emit({} as never);
  await vi.waitFor(() => expect(sounds.ring).toHaveBeenCalledTimes(1));
  // The same again, with other figures.
  said = { ...said, today: { ...said.today, count: 999 } };
  notificationArrived.emit({} as never);
  await expect.element(page.getByText('999', { exact: true })).toBeVisible();
  expect(sounds.ring).toHaveBeenCalledTimes(1);
});

test('nothing to show is said, part by part, and parts that are not told are not there', async () => {
  await open(() => quiet);
  for (const words of [
    'No channel is in use',
    'No money in flight',
    'No alarms',
    'No orders yet',
    'No money came or went yesterday or today',
  ])
    await expect.element(page.getByText(words)).toBeVisible();
  expect(document.querySelector('[data-part="queues"]')).toBeNull();
});

test('figures that could not be read anew say so and of when they are', async () => {
  const { line } = await open(() => answer);
  expect(document.querySelector('header [data-state="stale"]')).toBeNull();
  line.cut(true);
  notificationArrived.emit({} as never);
  await expect.element(page.getByText(/Could not be read; as of \d\d:\d\d:\d\d/)).toBeVisible();
  line.cut(false);
  notificationArrived.emit({} as never);
  await vi.waitFor(() => expect(document.querySelector('header [data-state="stale"]')).toBeNull());
});

test('the lines of a channel tell their hours in words, with the trips', async () => {
  await open(() => ({ ...answer, channels: [channel(1)] }));
  const [rates, latencies] = [...document.querySelectorAll('[data-part="channels"] svg[role="img"]')];
  expect(rates?.getAttribute('aria-label')).toMatch(
    /^Success rate of the last 12 hours: 09:00 90\.00 %, .*Tripped 2 times$/,
  );
  expect(rates?.querySelectorAll('[data-trip]')).toHaveLength(1);
  expect(latencies?.getAttribute('aria-label')).toContain('1.2 s');
});

test('on a phone nothing is wider than the screen', async () => {
  const { piece } = await open(() => answer, { width: 390, height: 844 });
  expect(piece.scrollWidth).toBeLessThanOrEqual(390);
});
