import { randomUUID } from 'node:crypto';
import { linePayHeaders, readLinePay } from '@suanpan/signing/line-pay';
import type { ChannelAccount, Exchange } from '../../modules/channels/port.ts';

interface Call {
  readonly operation: string;
  readonly path: string;
  /** Of questions: what stands behind the question mark. */
  readonly query?: string;
  readonly body?: string;
  readonly timeoutMs?: number;
}

/** Sends one signed call and answers what JSON came back of it; undefined where none did. */
export async function call(
  { baseUrl, credentials }: ChannelAccount,
  exchange: Exchange,
  { body, operation, path, query, timeoutMs }: Call,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const signed = { path, text: body ?? query ?? '', nonce: randomUUID() };
  const channel = {
    channelId: credentials['channel_id'] ?? '',
    channelSecret: credentials['channel_secret'] ?? '',
  };
  const response = await exchange({
    operation,
    method: body === undefined ? 'GET' : 'POST',
    url: `${baseUrl}${path}${query === undefined ? '' : `?${query}`}`,
    headers: { 'content-type': 'application/json', ...linePayHeaders(signed, channel) },
    ...(body !== undefined && { body }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { status: response.status, json: readLinePay(response.body) };
}
