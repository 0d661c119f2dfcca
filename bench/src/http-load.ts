import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { signV2 } from '@suanpan/signing/v2';

export const apiKey = 'ak_live_bench0000000000000000';
export const apiSecret = 'sk_live_bench_5e1f0b7c9d3a48f2b6c4d1e0a9f87654';
const connections = 64;

/** What merchants ask, each on its path with a body of its own number. */
export const signedCalls = {
  create: {
    path: '/api/v2/collections',
    bodyOf: (no: string) =>
      `{"order_no":"${no}","amount":"1500.00","currency":"TWD","product_name":"bench","payer":{"name":"Wang"},"notify_url":"https://shop.example/hooks/pay","metadata":{"cart":"31415926"}}`,
  },
  payout: {
    path: '/api/v2/payouts',
    bodyOf: (no: string) =>
      `{"order_no":"${no}","amount":"10.00","currency":"TWD","type":"bank","beneficiary":{"name":"王小明","account_no":"${no.replace(/\D/g, '').padStart(12, '9').slice(-12)}","bank_code":"004"},"notify_url":"https://shop.example/hooks/payouts","metadata":{"bill":"31415926"}}`,
  },
} as const;
export type SignedCall = keyof typeof signedCalls;

/** What is asked on a path, with a body of its own number. */
interface Call {
  readonly path: string;
  readonly bodyOf: (no: string) => string;
}

export interface HttpFigures {
  /** Orders or payouts made. */
  readonly operations: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refused: number;
}

/** Signed calls from 64 connections; both sides get the very same load, signatures included. `keyOf` says whose key the next is. */
export async function loadSigned(
  url: string,
  { bodyOf, path }: Call,
  seconds: number,
  keyOf: (number: number) => string = () => apiKey,
): Promise<HttpFigures> {
  const run = randomUUID().slice(0, 8);
  let number = 0;
  const result = await autocannon({
    url: url + path,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path,
        setupRequest(request) {
          number += 1;
          const body = bodyOf(`${run}-${number}`);
          const timestamp = String(Math.floor(Date.now() / 1000));
          const nonce = randomUUID();
          const signature = signV2({ method: 'POST', path, query: '', timestamp, nonce, body }, apiSecret);
          return {
            ...request,
            body,
            headers: {
              'content-type': 'application/json',
              'x-api-key': keyOf(number),
              'x-timestamp': timestamp,
              'x-nonce': nonce,
              'x-signature': signature,
            },
          };
        },
      },
    ],
  });
  return {
    operations: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx + result.errors,
  };
}
