import {
  callbackAddresses,
  callbacks,
  getCallback,
  resendCallbacks,
  resumeCallbackAddress,
  type CallbackRow,
} from '@suanpan/contract/endpoints/callbacks';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../test/page-of.ts';
import { renderScreen } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { Callbacks } from './callbacks.tsx';

const rowAt = (id: string, more: Partial<CallbackRow> = {}): CallbackRow => ({
  id,
  event_id: `evt_${id}`,
  order: { kind: 'collection', id: `9${id}`, no: `C26112200000000${id}`, merchant_no: `M-${id}` },
  customer: { id: '41', name: '星際互動' },
  type: 'collection.succeeded',
  status: 'failed',
  result: 'timeout',
  url: 'https://shop.example.com/hook',
  attempts: 9,
  last_http: null,
  last_at: new Date().toISOString(),
  next_at: null,
  held_8h: false,
  paused: false,
  created_at: new Date().toISOString(),
  actions: ['resend'],
  ...more,
});
const rows = [
  rowAt('11'),
  rowAt('12', { result: 'error_response', last_http: 500 }),
  rowAt('13', { status: 'not_sent', result: 'invalid_url' }),
  rowAt('14', { status: 'not_sent', result: 'v1_no_rejection', actions: [] }),
];
const listed = reply(callbacks, () => pageOf(rows));

test('each event says why it has not arrived, in the words of the specification', async () => {
  const said = wire(listed);
  const screen = await renderScreen(Callbacks);
  await expect.element(screen.getByText('C2611220000000011')).toBeVisible();
  for (const reason of [
    'Failed by timeout',
    'Failed by error response',
    'Not notified because URL is invalid',
    'Not notified because v1 version has no rejection',
  ])
    await expect.element(screen.getByTitle(reason)).toBeInTheDocument();
  expect(said.askedOf(callbacks)[0]).toHaveProperty('from');
});

test('many are sent again in one call, and those that were refused are named with the reason', async () => {
  const said = wire(
    listed,
    reply(resendCallbacks, () => ({
      items: [
        { id: '11', outcome: 'done' as const, message: null },
        { id: '12', outcome: 'refused' as const, message: 'Not possible in this state' },
      ],
    })),
  );
  const screen = await renderScreen(Callbacks);
  await expect.element(screen.getByText('C2611220000000011')).toBeVisible();
  const boxes = screen.piece.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]');
  boxes[0]?.click();
  boxes[1]?.click();
  await userEvent.click(screen.getByRole('region').getByRole('button', { name: 'Resend' }));
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Resend' }));
  await expect
    .element(screen.getByRole('listitem'))
    .toHaveTextContent('C2611220000000012 Not possible in this state');
  expect(said.askedOf(resendCallbacks)).toEqual([{ ids: ['11', '12'] }]);
});

test('one event shows its attempts, what was answered, and the request as it would leave now', async () => {
  wire(
    listed,
    reply(getCallback, () => ({
      row: rowAt('11'),
      story: {
        id: '11',
        event_id: 'evt_11',
        type: 'collection.succeeded',
        status: 'failed',
        url: 'https://shop.example.com/hook',
        next_at: null,
        body: '{"id":"evt_11"}',
        attempts: [
          {
            attempt: 1,
            at: new Date().toISOString(),
            http_status: 503,
            latency_ms: 120,
            result: 'error_response',
            response: 'come back later',
          },
        ],
      },
      request: {
        url: 'https://shop.example.com/hook',
        headers: { 'webhook-id': 'evt_11', 'webhook-signature': 'v1,abc' },
        body: '{"id":"evt_11"}',
      },
    })),
  );
  const screen = await renderScreen(Callbacks, { search: { open: '11' } });
  await expect.element(screen.getByText('Attempt 1')).toBeVisible();
  await expect.element(screen.getByText('HTTP 503')).toBeVisible();
  await expect.element(screen.getByText('POST https://shop.example.com/hook')).toBeVisible();
});

test('a paused address says what waits for it and is opened again', async () => {
  const said = wire(
    reply(callbackAddresses, () =>
      pageOf([
        {
          customer: { id: '41', name: '星際互動' },
          role: 'customer' as const,
          url: 'https://shop.example.com/hook',
          state: 'paused' as const,
          paused_at: new Date().toISOString(),
          waiting: 3,
          failed: 1,
          actions: ['resume' as const],
        },
      ]),
    ),
    reply(resumeCallbackAddress, () => ({ state: 'open' as const })),
  );
  const screen = await renderScreen(Callbacks, { search: { part: 'addresses' } });
  await userEvent.click(screen.getByRole('button', { name: 'Open', exact: true }));
  await expect.element(screen.getByText('the 3 waiting go out at once', { exact: false })).toBeVisible();
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }));
  await vi.waitFor(() => expect(said.askedOf(resumeCallbackAddress)).toEqual([{ customer_id: '41' }]));
});
