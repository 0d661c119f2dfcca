import type { FastifyInstance } from 'fastify';
import { sandboxCard } from '@suanpan/signing/sandbox-card';
import { z } from 'zod';
import { formatDecimal } from '../../decimal.ts';
import { Fault } from '../../http/fault.ts';
import type { Bank } from '../bank.ts';
import { listIncoming } from './incoming.store.ts';

const query = z.object({
  since: z.iso.datetime({ offset: true }),
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('0'),
});
const pageLength = 100;

/** What an account tells of the transfers that came in to it: its own, or those to the numbers that begin with it. */
export function privateRoutes(app: FastifyInstance, bank: Bank): void {
  app.get('/private/accounts/:accountNo/transfers', async (request) => {
    if (request.headers.authorization !== `Bearer ${sandboxCard.feed_token}`) {
      throw new Fault(401, 'unauthorized', 'no such account');
    }
    const asked = query.safeParse(request.query);
    if (!asked.success) throw new Fault(400, 'invalid_request', 'since: expected a time');
    const { accountNo } = request.params as { accountNo: string };
    const rows = await listIncoming(bank.pool, {
      beginning: accountNo,
      isWhole: accountNo === sandboxCard.account_no,
      since: new Date(asked.data.since),
      after: BigInt(asked.data.after),
      limit: pageLength,
    });
    return {
      currency: 'TWD',
      transfers: rows.map((row) => ({
        id: row.ref,
        account_no: row.destination,
        at: row.sentAt.toISOString(),
        amount: formatDecimal(row.amountMicro),
        payer_name: row.payerName,
        payer_account: row.payerAccount,
        memo: row.memo,
      })),
      next: rows.length === pageLength ? String(rows.at(-1)?.id) : null,
    };
  });
}
