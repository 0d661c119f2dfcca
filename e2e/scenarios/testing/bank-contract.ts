import { randomUUID } from 'node:crypto';
import { simpayHeaders } from '@suanpan/signing/simpay';
import { loadSecrets } from '../../../apps/server/src/platform/crypto/secrets.ts';
import { createVault } from '../../../apps/server/src/platform/crypto/vault.ts';
import { openAdmin } from '../../harness/database.ts';
import type { ServerView } from '../../harness/server-view.ts';

/** What the bank and the platform share about one account: enough to speak in the bank's name. */
export interface BankContract {
  readonly channelAccountId: string;
  readonly merchantNo: string;
  readonly secret: string;
}

export interface NoticeClaim {
  readonly merchant_order_no: string;
  readonly status?: string;
  readonly amount?: string;
  readonly event_id?: string;
}

/** The contract of the account that an order was routed to. */
export async function contractOf(
  server: ServerView,
  orderId: string,
): Promise<BankContract & { orderNo: string }> {
  const admin = openAdmin(server);
  try {
    const [row] = await admin.query<{ id: string; order_no: string; credentials_sealed: string }>(
      `SELECT a.id, o.order_no, a.credentials_sealed
       FROM collection_order o JOIN channel_account a ON a.id = o.channel_account_id WHERE o.id = $1`,
      [orderId],
    );
    if (row === undefined) throw new Error(`Order ${orderId} was not routed`);
    const opened = createVault(loadSecrets(server.dataDir)).open(
      row.credentials_sealed,
      'channel_account.credentials',
    );
    const { merchant_no: merchantNo, secret } = JSON.parse(opened) as { merchant_no: string; secret: string };
    return { channelAccountId: row.id, merchantNo, secret, orderNo: row.order_no };
  } finally {
    await admin.close();
  }
}

/** Posts a notice as the bank would, signed with `secret`; answers the HTTP status and the text. */
export async function postNotice(
  server: ServerView,
  contract: BankContract,
  claim: NoticeClaim,
): Promise<{ status: number; text: string }> {
  const path = `/api/notify/${contract.channelAccountId}`;
  const amount = claim.amount ?? '1550.00';
  const body = JSON.stringify({
    event_id: randomUUID(),
    charge_no: 'SB1',
    status: 'paid',
    amount,
    paid_amount: amount,
    currency: 'TWD',
    paid_at: new Date().toISOString(),
    simulated: false,
    ...claim,
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = simpayHeaders(
    { method: 'POST', path, timestamp, body },
    contract.merchantNo,
    contract.secret,
  );
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}
