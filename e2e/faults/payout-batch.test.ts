import { randomUUID } from 'node:crypto';
import { getBatch } from '@suanpan/contract/endpoints/payout-batches';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import type { AdminDatabase } from '../harness/database.ts';
import { startServer } from '../harness/server.ts';
import type { Server } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { testTimeoutMs } from './form.ts';

vi.setConfig({ testTimeout: testTimeoutMs });

const rowCount = 150;
const payer = 'xingji';
let server: Server;
let database: AdminDatabase;

beforeAll(async () => {
  server = await startServer({ demoOrders: 200 });
  database = openAdmin(server.view());
});
afterAll(async () => {
  await database.close();
  await server.remove();
});

async function submit(office: BackOffice): Promise<string> {
  const lines = Array.from(
    { length: rowCount },
    (_, n) => `004,王小明,9077${String(n).padStart(8, '0')},100`,
  );
  const key = randomUUID();
  const file = ['bank_code,account_name,card_no,amount', ...lines].join('\n');
  const taken = await office.send('POST', '/payment/apply/batches?name=kill.csv', file, {
    idempotencyKey: key,
    headers: { 'content-type': 'text/csv' },
  });
  expect([taken.code, taken.message]).toEqual([0, expect.any(String)]);
  const { id } = taken.data as { id: string };
  const shown = await office.send('POST', `/payment/apply/batches/${id}/submit/effect`, {});
  const account = server.view().account(payer);
  const sent = await office.send(
    'POST',
    `/payment/apply/batches/${id}/submit`,
    {
      effect_hash: (shown.data as { hash: string }).hash,
      payment_password: account.payment_password,
      one_code: await unusedCode(server.view(), account),
    },
    { idempotencyKey: key },
  );
  expect([sent.code, sent.message]).toEqual([0, expect.any(String)]);
  return id;
}

test('a batch goes on where the server was killed between its rows, and pays none of them twice', async () => {
  const id = await submit(await enterAs(server.url, payer));
  const ended = async (): Promise<number> => {
    const [row] = await database.query<{ n: string }>(
      'SELECT count(outcome) AS n FROM payout_batch_row WHERE batch_id = $1',
      [id],
    );
    return Number(row?.n);
  };
  const stoppedAt: number[] = [];
  for (const part of [0.1, 0.4, 0.7]) {
    await until('some rows have their end', async () => (await ended()) >= rowCount * part, { everyMs: 5 });
    await server.kill();
    stoppedAt.push(await ended());
    await server.start();
  }
  const office = await enterAs(server.url, payer);
  await until('the batch is done', async () => (await office.call(getBatch, { id })).state === 'done', {
    withinMs: 60_000,
  });
  // It was caught on the way at least once.
  expect(stoppedAt.some((count) => count < rowCount)).toBe(true);
  expect(await ended()).toBe(rowCount);
  const [made] = await database.query<{ rows: string; payouts: string; numbers: string }>(
    `SELECT count(*) FILTER (WHERE r.outcome = 'created') AS rows, count(DISTINCT r.payout_id) AS payouts,
       (SELECT count(*) FROM payout_order o WHERE o.merchant_order_no LIKE 'B' || $1::text || '-%') AS numbers
     FROM payout_batch_row r WHERE r.batch_id = $1::bigint`,
    [id],
  );
  expect(made).toEqual({ rows: made?.payouts, payouts: made?.payouts, numbers: made?.payouts });
  expect(Number(made?.payouts)).toBeGreaterThan(rowCount / 2);
  await proveBooks(server.view());
});
