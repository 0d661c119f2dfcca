import type { FastifyInstance } from 'fastify';
import { tronAccountOf } from '@suanpan/signing/tron-address';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { z } from 'zod';
import { readJson } from '../../http/read-json.ts';
import type { Bank } from '../bank.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { findIncoming, heldAt, listIncoming } from '../incoming/incoming.store.ts';

const query = z.object({
  only_confirmed: z.enum(['true', 'false']).default('false'),
  min_timestamp: z.coerce.number().int().min(0).max(8_640_000_000_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(20),
  fingerprint: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('0'),
});
/** Keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const asksTransaction = z.object({ value: z.string().max(100) });
const word = (address: string): string => (tronAccountOf(address) ?? '').padStart(64, '0');
const isFinal = ({ finalAt }: Incoming, nowMs: number): boolean =>
  finalAt !== null && finalAt.getTime() <= nowMs;

/**
 * The part of TronGrid that tells what came in to an address, what is held there, and what a transaction in a block that stands did. As on a real chain anybody's coin may call itself USDT, what is in no
 * block that stands is told only to those who want it, and a page begins with the row that ended the one before.
 */
export function tronRoutes(app: FastifyInstance, bank: Bank): void {
  app.get('/tron/v1/accounts/:address/transactions/trc20', async (request, reply) => {
    if (request.headers['tron-pro-api-key'] !== tronSandbox.apiKey) {
      return reply.code(401).send({ success: false, error: 'ApiKey not exists' });
    }
    const asked = query.safeParse(request.query);
    if (!asked.success) return reply.code(400).send({ success: false, error: 'Invalid parameter' });
    const { fingerprint, limit, min_timestamp, only_confirmed } = asked.data;
    const { address } = request.params as { address: string };
    const rows = await listIncoming(bank.pool, {
      beginning: address,
      isWhole: true,
      since: new Date(min_timestamp),
      after: BigInt(fingerprint),
      limit,
    });
    const last = rows.at(-1);
    const told = only_confirmed === 'true' ? rows.filter((row) => isFinal(row, bank.system())) : rows;
    return {
      success: true,
      data: told.map((row) => ({
        transaction_id: row.ref,
        token_info: {
          symbol: 'USDT',
          address: row.token,
          decimals: 6,
          name: 'Tether USD',
        },
        block_timestamp: row.sentAt.getTime(),
        from: row.payerAccount ?? tronSandbox.sender,
        to: row.destination,
        type: 'Transfer',
        value: row.amountMicro.toString(),
      })),
      meta: {
        at: Math.floor(bank.system()),
        page_size: told.length,
        ...(rows.length === limit && last !== undefined && { fingerprint: String(last.id - 1n) }),
      },
    };
  });

  app.post('/tron/walletsolidity/gettransactioninfobyid', async (request, reply) => {
    if (request.headers['tron-pro-api-key'] !== tronSandbox.apiKey) {
      return reply.code(401).send({ success: false, error: 'ApiKey not exists' });
    }
    const { value } = readJson(request, asksTransaction);
    const found = await findIncoming(bank.pool, value);
    // As a node answers of what is in no block that stands.
    if (found?.token == null || !isFinal(found, bank.system())) return {};
    return {
      id: found.ref,
      blockNumber: 70_000_000 + Number(found.id),
      blockTimeStamp: found.sentAt.getTime(),
      receipt: { result: 'SUCCESS' },
      log: [
        {
          address: tronAccountOf(found.token),
          topics: [transferTopic, word(found.payerAccount ?? tronSandbox.sender), word(found.destination)],
          data: found.amountMicro.toString(16).padStart(64, '0'),
        },
      ],
    };
  });

  app.get('/tron/v1/accounts/:address', async (request, reply) => {
    if (request.headers['tron-pro-api-key'] !== tronSandbox.apiKey) {
      return reply.code(401).send({ success: false, error: 'ApiKey not exists' });
    }
    const { address } = request.params as { address: string };
    const held = await heldAt(bank.pool, address, tronSandbox.token, new Date(bank.system()));
    return { success: true, data: [{ trc20: [{ [tronSandbox.token]: held.toString() }] }] };
  });
}
