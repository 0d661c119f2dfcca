import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpayHeaders, verifySimpay } from '@suanpan/signing/simpay';

export const merchantNo = '100001';
export const secret = 'sim_secret_100001';

/** A notify as the merchant received it. */
export interface ReceivedNotify {
  orderNo: string;
  body: Record<string, unknown>;
  verified: boolean;
  receivedAtMs: number;
}

/** What the bank may answer, as far as tests look at it; null when the answer was not JSON. */
export interface Answered {
  charge_no: string;
  merchant_order_no: string;
  status: string;
  paid_amount: string;
  payment: Record<string, string>;
  error: { code: string; message: string };
}

/** The other side of the bank: signs calls and receives notifies. */
export interface Merchant {
  notifyUrl: string;
  received: ReceivedNotify[];
  /** Decides the answer to a notify; OK for what is verified, 401 otherwise, unless a test says differently. */
  answer: (notify: ReceivedNotify) => { status: number; body: string };
  call: (
    base: string,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; text: string; json: Answered }>;
  of: (orderNo: string) => ReceivedNotify[];
  close: () => Promise<void>;
}

export const now = (): string => Math.floor(Date.now() / 1000).toString();

export async function startMerchant(): Promise<Merchant> {
  const merchant: Merchant = {
    notifyUrl: '',
    received: [],
    answer: (notify) => (notify.verified ? { status: 200, body: 'OK' } : { status: 401, body: 'no' }),
    call: async (base, method, path, body) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = simpayHeaders({ method, path, timestamp: now(), body: text }, merchantNo, secret);
      const answer = await fetch(base + path, {
        method,
        headers: { ...headers, ...(text === '' ? {} : { 'content-type': 'application/json' }) },
        ...(text === '' ? {} : { body: text }),
      });
      const answered = await answer.text();
      let json: unknown = null;
      try {
        json = JSON.parse(answered);
      } catch {
        json = null;
      }
      return { status: answer.status, text: answered, json: json as Answered };
    },
    of: (orderNo) => merchant.received.filter((notify) => notify.orderNo === orderNo),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const message = { method: 'POST', path: request.url ?? '', body };
      const verdict = verifySimpay(message, request.headers, secret, Number(now()));
      const parsed = JSON.parse(body.toString()) as Record<string, unknown>;
      const notify = {
        orderNo: String(parsed['merchant_order_no']),
        body: parsed,
        verified: verdict.verified,
        receivedAtMs: Date.now(),
      };
      merchant.received.push(notify);
      const answer = merchant.answer(notify);
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  merchant.notifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/notify/1`;
  return merchant;
}
