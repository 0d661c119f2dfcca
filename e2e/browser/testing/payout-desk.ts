import { createHash, randomUUID } from 'node:crypto';
import { keepPayee } from '../../../apps/server/src/modules/payouts/submit/payee.ts';
import { submitAtOnce } from '../../../apps/server/src/modules/payouts/submit/submit.store.ts';
import { loadSecrets } from '../../../apps/server/src/platform/crypto/secrets.ts';
import { pngOf } from '../../../apps/server/src/platform/images/testing/pictures.ts';
import { createVault } from '../../../apps/server/src/platform/crypto/vault.ts';
import { parseAmount } from '@suanpan/money/amount';
import type { AdminDatabase } from '../../harness/database.ts';
import type { ServerView } from '../../harness/server-view.ts';

/** The picture of a transfer, as a file chooser takes it. */
export const slipPicture = { name: 'slip.png', mimeType: 'image/png', buffer: pngOf(40, 30) };

export interface PlacedPayout {
  readonly id: string;
  readonly orderNo: string;
}

/** Payouts of one merchant of the demo, who pays others through an account of his own at the sandbox bank. */
export interface PayoutDesk {
  /** Two channels of the same price, so that there is somewhere else to go. */
  readonly channels: readonly string[];
  /**
   * Submits one by the product's own door. `agreed` lets it go by itself; otherwise it waits for a person. The last two digits
   * of the amount choose what the bank does with it.
   */
  place(amount: string, agreed?: boolean, accountNo?: string): Promise<PlacedPayout>;
}

export async function openPayoutDesk(
  server: ServerView,
  database: AdminDatabase,
  username: string,
): Promise<PayoutDesk> {
  const vault = createVault(loadSecrets(server.dataDir));
  const merchant = server.account(username);
  const customerId = merchant.customer_id ?? '';
  // Two files of tests may meet on one server: what the first made, the second uses.
  const made = await channelsOf(database, customerId);
  const channels = made.length > 0 ? made : await makeChannels(database, customerId, username);
  return {
    channels,
    async place(amount, agreed = false, accountNo = `9${Date.now()}`) {
      const merchantOrderNo = `DESK-${randomUUID().slice(0, 8)}`;
      const [outcome] = await submitAtOnce(database, [
        {
          customerId: BigInt(customerId),
          merchantOrderNo,
          currency: 'TWD',
          amount: parseAmount(amount, 'TWD'),
          payee: keepPayee(vault, {
            accountName: '王小明',
            bankCode: '004',
            branch: null,
            accountNo,
          }),
          memo: null,
          metadata: {},
          notifyUrl: null,
          locale: null,
          source: 'api',
          apiVersion: 'v2',
          apiKeyId: null,
          personId: null,
          isTest: false,
          requestHash: createHash('sha256').update(merchantOrderNo).digest(),
          requestIp: null,
          requestId: null,
          isAgreed: agreed,
          isDuplicateKnown: true,
          channelId: BigInt(channels[0] ?? ''),
          method: 'payout',
          route: { candidates: [] },
          limitedMethodId: null,
        },
      ]);
      if (outcome?.outcome !== 'created')
        throw new Error(`Not submitted: ${JSON.stringify(outcome?.outcome)}`);
      return { id: String(outcome.orderId), orderNo: outcome.orderNo };
    },
  };
}

async function channelsOf(database: AdminDatabase, customerId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT id FROM channel WHERE code LIKE $1 ORDER BY code',
    [`OUT-${customerId}-%`],
  );
  return rows.map(({ id }) => id);
}

async function makeChannels(
  database: AdminDatabase,
  customerId: string,
  username: string,
): Promise<string[]> {
  // The account by which the merchant's payers pay, once more for the other direction.
  const [account] = await database.query<{ id: string; agent_id: string }>(
    `INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, created_at)
     SELECT a.provider_id, a.agent_id, 'Payouts of ' || $2, 'payout', a.currency, a.base_url, a.credentials_sealed, now()
     FROM customer_method m JOIN channel c ON c.id = m.channel_id JOIN channel_account a ON a.id = c.channel_account_id
     WHERE m.customer_id = $1 AND a.currency = 'TWD' ORDER BY a.id LIMIT 1 RETURNING id, agent_id`,
    [customerId, username],
  );
  if (account === undefined) throw new Error(`${username} is paid through no account`);
  for (const name of ['A', 'B']) {
    const [channel] = await database.query<{ id: string }>(
      `INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_pct, endpoint_per_item)
       VALUES ('payout', $1, $2, 'bank_transfer', $3, 'TWD', 0, 80000) RETURNING id`,
      [`OUT-${customerId}-${name}`, `Payout channel ${name}`, account.id],
    );
    const id = channel?.id ?? '';
    await database.query(
      'INSERT INTO agent_method (agent_id, channel_id, system_pct, system_per_item) SELECT agent_id, $2, 0, 20000 FROM app_user WHERE id = $1',
      [customerId, id],
    );
    await database.query(
      `INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item)
       VALUES ($1, $2, 'payout', 0.1, 150000)`,
      [customerId, id],
    );
  }
  return channelsOf(database, customerId);
}
