import { randomBytes } from 'node:crypto';
import { signV1, verifyV1 } from '@suanpan/signing/v1';
import { loadSecrets } from '../../../apps/server/src/platform/crypto/secrets.ts';
import { createVault } from '../../../apps/server/src/platform/crypto/vault.ts';
import { openAdmin } from '../../harness/database.ts';
import type { ServerView } from '../../harness/server-view.ts';

export interface LegacyMerchant {
  readonly merchantNo: string;
  readonly secret: string;
}

export interface V1Answer {
  readonly code: number;
  readonly msg: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly sign?: string;
}

/** Switches a merchant to the legacy form, which new ones do not have; answers with what he signs. */
export async function switchToV1(server: ServerView, username: string): Promise<LegacyMerchant> {
  const admin = openAdmin(server);
  try {
    const [row] = await admin.query<{ id: string; v1_secret_sealed: string }>(
      `UPDATE app_user u SET api_version = 'v1' FROM webhook_endpoint w
       WHERE u.username = $1 AND w.customer_id = u.id RETURNING u.id, w.v1_secret_sealed`,
      [username],
    );
    if (row === undefined) throw new Error(`${username} has no secret of the legacy form`);
    const secret = createVault(loadSecrets(server.dataDir)).open(
      row.v1_secret_sealed,
      'webhook_endpoint.v1_secret',
    );
    return { merchantNo: row.id, secret };
  } finally {
    await admin.close();
  }
}

/** A call of the legacy form, signed both ways. */
export async function callV1(
  server: ServerView,
  merchant: LegacyMerchant,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<V1Answer> {
  const params = {
    ...fields,
    merchant_no: merchant.merchantNo,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(8).toString('hex'),
  };
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...params, sign: signV1(params, merchant.secret) }),
  });
  const envelope = (await answer.json()) as V1Answer;
  if (envelope.code === 0) {
    const signed = { code: '0', msg: envelope.msg, ...envelope.data, sign: envelope.sign ?? '' };
    if (!verifyV1(signed, merchant.secret))
      throw new Error('An answer of the legacy form was not signed as it must be');
  }
  return envelope;
}
