import { simpayHeaders, verifySimpay } from '@suanpan/signing/simpay';
import type { ChannelAccount, Exchange, ExchangeResponse, RawNotice } from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { wallClock } from '../../platform/clock.ts';

/** Sends one signed call. */
export async function call(
  account: ChannelAccount,
  exchange: Exchange,
  operation: string,
  method: 'GET' | 'POST',
  path: string,
  fields?: Record<string, string>,
): Promise<ExchangeResponse> {
  const body = fields === undefined ? '' : JSON.stringify(fields);
  const timestamp = String(Math.floor(wallClock.now().getTime() / 1000));
  const { merchant_no: merchantNo = '', secret = '' } = account.credentials;
  return exchange({
    operation,
    method,
    url: account.baseUrl + path,
    headers: {
      ...simpayHeaders({ method, path, timestamp, body }, merchantNo, secret),
      ...(body !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== '' && { body }),
  });
}

/** Checks the signature on the raw bytes; throws `BadSignature`. */
export function verifyNotice(account: ChannelAccount, raw: RawNotice, nowMs: number): void {
  const message = { method: raw.method, path: raw.path, body: raw.body };
  const verdict = verifySimpay(
    message,
    raw.headers,
    account.credentials['secret'] ?? '',
    Math.floor(nowMs / 1000),
  );
  if (!verdict.verified) throw new BadSignature(verdict.reason);
}
