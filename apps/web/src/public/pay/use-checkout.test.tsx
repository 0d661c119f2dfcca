/** @jsxImportSource preact */
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { render } from 'preact';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { now } from '../../lib/clock.ts';
import { currentLocale } from '../../lib/locale.ts';
import { useCheckout } from './use-checkout.ts';

vi.mock('socket.io-client', () => ({ io: () => ({ on: () => {}, disconnect: () => {} }) }));

const token = 'a-token-of-sixteen';
const lifeMs = 900_000;
const view = {
  status: 'pending',
  server_time: '2026-11-22T10:00:00Z',
  expires_at: new Date(Date.parse('2026-11-22T10:00:00Z') + lifeMs).toISOString(),
} as CheckoutView;

function Order({ ageMs }: { ageMs: number }) {
  const first = { view, locale: currentLocale(), askedAtMs: now() - ageMs };
  const { leftMs } = useCheckout(token, first);
  return <p>{Math.round((lifeMs - leftMs) / 10_000)}</p>;
}

/** Shows an order that was asked for so long ago; answers how often it was asked for since. */
function show(ageMs: number): () => number {
  const asked = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  const root = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => {
    render(null, root);
    root.remove();
    asked.mockRestore();
  });
  render(<Order ageMs={ageMs} />, root);
  return () => asked.mock.calls.filter(([address]) => address === `/api/checkout/${token}`).length;
}

test('an order that was asked for just now is not asked for again at once', async () => {
  const asked = show(500);
  await expect.element(page.getByText('0', { exact: true })).toBeVisible();
  expect(asked()).toBe(0);
});

test('one whose answer waited for the page is asked for again at once, and no second of its time comes back', async () => {
  const asked = show(60_000);
  await expect.poll(asked).toBe(1);
  await expect.element(page.getByText('6', { exact: true })).toBeVisible();
  // The countdown has ticked, and goes by the same moment.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await expect.element(page.getByText('6', { exact: true })).toBeVisible();
});
