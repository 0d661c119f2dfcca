import { requestBodies, requestLog, type RequestRow } from '@suanpan/contract/endpoints/request-log';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rowsCome } from '../../../test/grid.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { RequestLog } from './log.tsx';

const row = (more: Partial<RequestRow>): RequestRow => ({
  id: '1',
  direction: 'merchant_in',
  at: '2026-11-22T02:00:00.000Z',
  who: 'Xingji',
  endpoint: 'POST /api/v2/collections',
  order_kind: 'collection',
  order_id: '7',
  order_no: 'C2611220000000007',
  http: 201,
  outcome: 'accepted',
  ms: 12,
  request_id: 'kD9f',
  ip: '203.0.113.7',
  ...more,
});
const rows = [
  row({}),
  row({ direction: 'merchant_in', id: '2', who: null, outcome: 'invalid_signature', http: 401 }),
  row({ direction: 'provider_out', endpoint: 'query', outcome: 'timeout', http: null }),
  row({ direction: 'provider_in', endpoint: 'notice', outcome: 'bad_signature', http: null, ms: null }),
  row({ direction: 'callback_out', endpoint: 'payout.paid', outcome: 'success', http: 200 }),
];

const answers = (kept: number) =>
  reply(requestLog, () => ({
    items: rows,
    page: 1,
    paginate: 20,
    total: rows.length,
    next_cursor: null,
    summary: { dropped: 3, kept },
  }));

test('each direction speaks its own words, and what is kept or was lost is counted beside the hint', async () => {
  wire(answers(12));
  const { piece } = await renderScreen(RequestLog);
  await rowsCome(piece);
  const text = piece.textContent;
  for (const words of [
    'Merchant → us',
    'Us → provider',
    'Ask about the payment',
    'timed out',
    'bad signature',
    'Payout paid',
    'invalid_signature',
    'Not identified',
    'Request records are limited to orders within 2 days',
    'Kept, not shown: 12',
    'Not written down: 3',
  ])
    expect(text).toContain(words);
});

test('a row opens what was sent and answered, as the server masked it', async () => {
  wire(
    answers(0),
    reply(requestBodies, () => ({
      row: row({}),
      request: 'POST /api/v2/collections\n{"name":"***"}',
      response: '{"status":"pending"}',
    })),
  );
  const screen = await renderScreen(RequestLog);
  const { piece } = screen;
  await rowsCome(piece);
  expect(piece.textContent).not.toContain('Kept, not shown');
  await userEvent.click(screen.getByRole('button', { name: 'Detail' }).first());
  await expect.poll(() => document.body.textContent).toContain('"status": "pending"');
  expect(document.body.textContent).toContain('{"name":"***"}');
});
