import { agree } from './agree/agree.ts';
import { countOption } from './harness/count-option.ts';
import { startServer } from './harness/server.ts';

/**
 * `npm run agree`: orders and payouts of every course of the sandbox bank through a product that is really started, until nothing
 * is open; then what the bank, the merchants and the ledger say of them, row by row. Ends with 1 where anything differs.
 */
const traffic = {
  orders: countOption('orders', 2_000),
  payouts: countOption('payouts', 500),
  refunds: countOption('refunds', 20),
  withinMs: 20 * 60_000,
};
const server = await startServer({ demoOrders: 200 });
try {
  const { differences, text } = await agree(server.view(), traffic);
  process.stdout.write(`${text}\n`);
  if (differences > 0) process.exitCode = 1;
} finally {
  await server.remove();
}
