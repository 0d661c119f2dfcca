import { loginLogs } from '@suanpan/contract/endpoints/audit';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rowsCome } from '../../../test/grid.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { LoginLogs } from './loginlogs.tsx';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

test('a device is named as people know it, and what it said of itself stands in the tooltip', async () => {
  const row = (id: string, user_agent: string) => ({
    id,
    at: '2026-11-22T02:00:00.000Z',
    username: 'lin',
    user: null,
    ip: '203.0.113.7',
    user_agent,
    outcome: 'success' as const,
  });
  wire(
    reply(loginLogs, () => ({
      items: [row('1', chrome), row('2', 'curl/8.5.0'), row('3', '')],
      page: 1,
      paginate: 20,
      total: 3,
      next_cursor: null,
      summary: { count: 3, succeeded: 3, refused: 0, addresses: 1 },
    })),
  );
  const { piece } = await renderScreen(LoginLogs);
  await rowsCome(piece);
  expect(piece.querySelectorAll('tbody tr[data-key]')).toHaveLength(3);
  // A column beyond the room that was measured first is drawn when the grid has seen its own width.
  await expect.poll(() => piece.querySelector(`[title="${chrome}"]`)?.textContent).toBe('Chrome on Windows');
  expect(piece.querySelector('[title="curl/8.5.0"]')?.textContent).toBe('Program curl/8.5.0');
  expect(piece.querySelector('tbody')?.textContent).not.toContain('Mozilla');
});

test('where nothing came today the last seven days are one act away, and then there is none to offer', async () => {
  const empty = { ...pageOf([]), summary: { count: 0, succeeded: 0, refused: 0, addresses: 0 } };
  const { askedOf } = wire(reply(loginLogs, () => empty));
  const screen = await renderScreen(LoginLogs, { search: { outcome: 'wrongPassword' } });
  await userEvent.click(screen.getByRole('button', { name: 'Last 7 days', exact: true }));
  await expect.poll(() => screen.seen.search).toEqual({ outcome: 'wrongPassword', range: 'last7' });
  const [first, second] = [askedOf(loginLogs)[0]?.from, askedOf(loginLogs).at(-1)?.from];
  expect(Date.parse(first ?? '') - Date.parse(second ?? '')).toBe(6 * 86_400_000);
  await expect.poll(() => screen.text()).toContain('Clear filters');
});
