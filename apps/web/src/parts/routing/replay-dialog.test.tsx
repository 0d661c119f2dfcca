import { getRoutingReplay, replayRouting } from '@suanpan/contract/endpoints/routing-replay';
import type { RoutingReplay } from '@suanpan/contract/endpoints/routing-replay';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ReplayButton } from './replay-button.tsx';

const nothing: RoutingReplay = {
  id: '5',
  state: 'running',
  orders: 0,
  moved: 0,
  by_channel: [],
  without_channel: 0,
  without_channel_before: 0,
  sample: [],
};
const ctbc = { id: '7', name: 'CTBC 02' };
const done: RoutingReplay = {
  ...nothing,
  state: 'done',
  orders: 120,
  moved: 30,
  by_channel: [
    {
      channel: ctbc,
      currency: 'TWD',
      before: 90,
      after: 60,
      cost_before: '1350.0000',
      cost_after: '900.0000',
      cap_hits: 4,
    },
  ],
  without_channel: 2,
  without_channel_before: 1,
  sample: [{ order_no: 'C2611220000000001', before: ctbc, after: null, why: 'The daily count is reached' }],
};
const channels = [
  { channel_id: '7', channel: 'CTBC 02', direction: 'collection', weight: 40, enabled: true },
  { channel_id: '8', channel: 'Payouts', direction: 'payout', weight: 40, enabled: true },
];

test('a past day over changed channels: what was changed is sent, and the split, the cost and the moved orders are told', async () => {
  let looks = 0;
  const { askedOf } = wire(
    reply(replayRouting, () => nothing),
    reply(getRoutingReplay, () => {
      looks += 1;
      return looks < 2 ? { ...nothing, orders: 60 } : done;
    }),
  );
  const screen = await renderScreen(() => <ReplayButton customerId="41" channels={channels} />, {
    permissions: ['collectionMethod.customers.update'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().textContent).not.toContain('Payouts');
  await userEvent.fill(dialog.getByLabelText('Day'), '2026-11-22');
  await userEvent.fill(dialog.getByLabelText('CTBC 02 Weight'), '10');
  await userEvent.click(dialog.getByRole('switch', { name: 'CTBC 02 Enabled' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Replay' }));
  await expect
    .poll(() => askedOf(replayRouting))
    .toEqual([
      {
        day: '2026-11-22',
        direction: 'collection',
        customer_id: '41',
        changes: [{ channel_id: '7', weight: 10, enabled: false }],
      },
    ]);
  await expect.element(dialog.getByText('30 of 120 orders would go by another channel')).toBeVisible();
  await expect.element(dialog.getByText('Without a channel: 1 before, 2 after')).toBeVisible();
  const line = dialog.getByRole('row', { name: /CTBC 02/ }).element().textContent;
  expect(line).toContain('90');
  expect(line).toContain('900.00');
  await expect.element(dialog.getByText('CTBC 02 → No channel')).toBeVisible();
});

test('whoever may not change channels is offered no replay', async () => {
  wire();
  const screen = await renderScreen(() => <ReplayButton channels={channels} />);
  expect(screen.container.querySelector('button')).toBeNull();
});
