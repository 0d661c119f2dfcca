import type { ChannelAccount, Exchange, ExchangeResponse } from '../../modules/channels/port.ts';

/** The version whose fields `wire` knows. */
const apiVersion = '2025-03-31.basil';

/** Sends one call with the account's key; a create carries a key of its own, by which repeating it is the same create. */
export function call(
  account: ChannelAccount,
  exchange: Exchange,
  operation: string,
  path: string,
  create?: { readonly fields: Readonly<Record<string, string>>; readonly key: string },
): Promise<ExchangeResponse> {
  return exchange({
    operation,
    method: create === undefined ? 'GET' : 'POST',
    url: account.baseUrl + path,
    headers: {
      authorization: `Bearer ${account.credentials['secret_key'] ?? ''}`,
      'stripe-version': apiVersion,
      ...(create !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': create.key,
      }),
    },
    ...(create !== undefined && { body: new URLSearchParams(create.fields).toString() }),
  });
}
