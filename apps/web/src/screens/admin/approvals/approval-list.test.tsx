import { approvals } from '@suanpan/contract/endpoints/approvals';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../../test/page-of.ts';
import { renderScreen } from '../../../../test/screen.tsx';
import { reply, wire } from '../../../../test/wire.ts';
import { Approvals } from '../approvals.tsx';

test('the count of what was closed today leads to it', async () => {
  const summary = { waiting: 2, decidable: 1, closed_today: 3, four_eyes: true };
  const { askedOf } = wire(reply(approvals, () => ({ ...pageOf([]), summary })));
  const { getByRole, seen } = await renderScreen(Approvals);
  // What waits and what was closed today is the server's to choose.
  await expect.poll(() => askedOf(approvals).length).toBeGreaterThan(0);
  expect(Object.keys(askedOf(approvals).at(-1) ?? {}).toSorted()).toEqual(['page', 'paginate']);
  await userEvent.click(getByRole('button', { name: '3 closed today' }));
  await expect.poll(() => askedOf(approvals).at(-1)?.closed).toBe('today');
  expect(seen.search).toEqual({ closed: 'today' });
});
