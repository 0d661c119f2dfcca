import { approvals } from '@suanpan/contract/endpoints/approvals';
import { expect, test } from 'vitest';
import { pageOf } from '../../../../test/page-of.ts';
import { renderScreen } from '../../../../test/screen.tsx';
import { reply, wire } from '../../../../test/wire.ts';
import { Approvals } from '../approvals.tsx';
import type { Approval } from './approval.ts';

const summary = { waiting: 1, decidable: 1, closed_today: 0, four_eyes: true };
const row: Approval = {
  id: '9',
  act: 'withdrawals.markPaid',
  subject: { kind: 'withdrawal', id: '5', label: 'W0000000005' },
  agent: null,
  amount: null,
  currency: null,
  effect: [{ field: 'status', before: 'processing', after: 'paid' }],
  state: 'waiting',
  maker: { id: '1', name: 'Lin', username: 'admin.lin' },
  reason: 'the bank wrote to us',
  created_at: '2026-11-22T18:00:00.000Z',
  expires_at: '2026-11-23T18:00:00.000Z',
  checker: null,
  decided_at: null,
  decision_reason: null,
  hindrance: null,
  actions: [],
};

test('a state is said in words, and the way leads to the thing that it is about', async () => {
  wire(reply(approvals, () => ({ ...pageOf([row]), summary })));
  const { getByRole, text } = await renderScreen(Approvals, {
    search: { open: '9' },
    permissions: ['withdraws.list.get'],
  });
  const dialog = getByRole('dialog');
  await expect.poll(() => dialog.element().textContent).toMatch(/StatusProcessingPaid/);
  expect(text()).toContain('Processing');
  expect(text()).not.toContain('processing');
  await expect
    .element(dialog.getByRole('link', { name: 'W0000000005' }))
    .toHaveAttribute('href', '#/wrap/withdraws.list?no=W0000000005');
});

test('whoever may not see the thing is told its number, and led nowhere', async () => {
  wire(reply(approvals, () => ({ ...pageOf([row]), summary })));
  const { getByRole } = await renderScreen(Approvals, { search: { open: '9' } });
  const dialog = getByRole('dialog');
  await expect.poll(() => dialog.element().textContent).toMatch(/StatusProcessingPaid/);
  expect(dialog.getByRole('link', { name: 'W0000000005' }).elements()).toEqual([]);
});
