import type { OutputOf } from '@suanpan/contract/endpoint';
import { statistics } from '@suanpan/contract/endpoints/statistics';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Statistics } from './statistics.tsx';

type Answer = OutputOf<typeof statistics>;

const day = { count: 30, amount: '1000.0000', success_count: 12, failed_count: 12 };
const hour = { count: 30, success_count: 12, failed_count: 12, amount: '1000.0000' };
const answer: Answer = {
  currency: 'TWD',
  balance: '1.0000',
  total_balance: '1.0000',
  unsettlement_amount: '0.0000',
  frozen_amount: '0.0000',
  channel_fee: '354.6550',
  channel_fee_of: 'endpointCost',
  today: day,
  yesterday: { ...day, success_count: 18, failed_count: 6 },
  last_login_at: null,
  last_login_ip: null,
  hours: [{ at: '2026-11-22T00:00:00.000Z', ...hour }],
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
    },
  ],
  alerts: [],
  latest: [],
};

const open = async (said: Answer) => {
  wire(reply(statistics, () => said));
  const screen = await renderScreen(Statistics);
  await expect.element(screen.getByText('VA one')).toBeVisible();
  return screen;
};

afterEach(() => {
  vi.unstubAllGlobals();
});

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
