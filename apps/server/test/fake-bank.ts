import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { simpayHeaders, verifySimpay } from '@suanpan/signing/simpay';
import type { RawNotice } from '../src/modules/channels/index.ts';
import type { Provider } from './tenant.ts';

/** A charge as this bank knows it; tests change it to make things happen. */
export interface Charge {
  readonly chargeNo: string;
  readonly request: Readonly<Record<string, string>>;
  status: 'pending' | 'paid' | 'failed' | 'expired' | 'reversed';
  paidAmount: string | null;
  paidAt: Date | null;
  simulated: boolean;
}

/** A payout as this bank knows it. */
export interface BankPayout {
  readonly payoutNo: string;
  readonly request: Readonly<Record<string, string>>;
  status: 'processing' | 'paid' | 'failed' | 'returned';
  returnedAmount: string | null;
}

/** A refund as this bank knows it. */
export interface BankRefund {
  readonly bankNo: string;
  readonly request: Readonly<Record<string, string>>;
  status: 'processing' | 'paid' | 'failed';
}

/**
 * How a call is taken. answer: as it should be · refuse: a definite no · cut: the call arrives and takes effect,
 * its answer never comes · error: HTTP 500 after the effect · lost: the call is cut before it takes effect · deny: a
 * definite no after the effect · exists: 'exists already', whatever is asked · silent: no answer, ever.
 */
export type Manner =
  | 'answer'
  | 'refuse'
  | 'cut'
  | 'error'
  | 'lost'
  | 'garbage'
  | 'deny'
  | 'exists'
  | 'silent';

export interface FakeBank extends Provider {
  readonly driver: string;
  /** By the order number we gave. */
  readonly charges: ReadonlyMap<string, Charge>;
  /** Every verified call, in order. */
  readonly calls: {
    readonly operation: 'create' | 'query' | 'simulate' | 'payout' | 'queryPayout' | 'refund' | 'queryRefund';
    readonly orderNo: string;
  }[];
  /** By the number we gave. */
  readonly payouts: ReadonlyMap<string, BankPayout>;
  payout(orderNo: string): BankPayout;
  /** By the number we gave. */
  readonly refunds: ReadonlyMap<string, BankRefund>;
  refund(refundNo: string): BankRefund;
  /** Calls whose signature was wrong. */
  readonly unverified: string[];
  takeCreates: Manner;
  /** How the next creates are taken, one by one, before `takeCreates` holds again. */
  nextCreates: Manner[];
  /** Creates take effect at once and are answered after this time. */
  answerAfterMs: number;
  takeQueries: Manner;
  /** What it holds for us, in every currency. */
  available: string;
  /** The payer has paid: what was asked, or another amount; now, at another time, or at one the bank does not tell. */
  pay(orderNo: string, how?: { amount?: string; simulated?: boolean; at?: Date | null }): void;
  charge(orderNo: string): Charge;
  /** Of those that know no orders: the payer has read where to send what, and what to write into it. */
  awaits?(orderNo: string, request: Readonly<Record<string, string>>): void;
  /** How often the bank was asked to create this order's charge. */
  creates(orderNo: string): number;
  /** A notice about an order as it would arrive at us, signed. */
  notice(channelAccountId: bigint, orderNo: string, news?: Partial<NoticeNews>): RawNotice;
  close(): Promise<void>;
}

export interface NoticeNews {
  readonly eventId: string;
  readonly status: string;
  readonly paidAmount: string;
  /** Signs with another key. */
  readonly secret: string;
  /** Seconds that the sender's clock is behind. */
  readonly ageS: number;
}

const merchantNo = 'M-1001';
const secret = 'a secret between two parties';

/** A provider that speaks simpay over real HTTP and does what a test tells it to. */
export async function startFakeBank(): Promise<FakeBank> {
  const charges = new Map<string, Charge>();
  const payouts = new Map<string, BankPayout>();
  const refunds = new Map<string, BankRefund>();
  const calls: FakeBank['calls'] = [];
  const unverified: string[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const bank: FakeBank = {
    driver: 'simpay',
    origin,
    merchantNo,
    secret,
    charges,
    payouts,
    refunds,
    calls,
    unverified,
    takeCreates: 'answer',
    nextCreates: [],
    answerAfterMs: 0,
    takeQueries: 'answer',
    available: '1000000.00',
    charge(orderNo) {
      const charge = charges.get(orderNo);
      if (charge === undefined) throw new Error(`The bank knows no ${orderNo}`);
      return charge;
    },
    payout(orderNo) {
      const payout = payouts.get(orderNo);
      if (payout === undefined) throw new Error(`The bank pays no ${orderNo}`);
      return payout;
    },
    refund(refundNo) {
      const refund = refunds.get(refundNo);
      if (refund === undefined) throw new Error(`The bank pays no ${refundNo} back`);
      return refund;
    },
    pay(orderNo, how = {}) {
      const charge = bank.charge(orderNo);
      charge.status = 'paid';
      charge.paidAmount = how.amount ?? charge.request['amount'] ?? null;
      charge.paidAt = how.at === undefined ? new Date() : how.at;
      charge.simulated = how.simulated ?? false;
    },
    creates: (orderNo) =>
      calls.filter((call) => call.operation === 'create' && call.orderNo === orderNo).length,
    notice(channelAccountId, orderNo, news = {}) {
      const path = `/api/notify/${channelAccountId}`;
      const status = news.status ?? 'paid';
      const body = JSON.stringify({
        event_id: news.eventId ?? `${orderNo}-${status}`,
        charge_no: charges.get(orderNo)?.chargeNo ?? 'CH-none',
        merchant_order_no: orderNo,
        status,
        amount: charges.get(orderNo)?.request['amount'] ?? '1.00',
        paid_amount: news.paidAmount ?? charges.get(orderNo)?.paidAmount ?? '0.00',
        currency: 'TWD',
        paid_at: new Date().toISOString(),
        simulated: false,
      });
      const timestamp = String(Math.floor(Date.now() / 1000) - (news.ageS ?? 0));
      const message = { method: 'POST', path, timestamp, body };
      return {
        method: 'POST',
        path,
        body: Buffer.from(body),
        headers: simpayHeaders(message, merchantNo, news.secret ?? secret),
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    const path = request.url ?? '';
    const method = request.method ?? 'GET';
    const nowS = Math.floor(Date.now() / 1000);
    const verdict = verifySimpay({ method, path, body }, request.headers, secret, nowS);
    if (!verdict.verified || request.headers['x-sim-merchant'] !== merchantNo) {
      unverified.push(`${method} ${path}`);
      return send(response, 401, { error: 'signature' });
    }
    if (method === 'POST' && path === '/simpay/v1/charges') return create(body, response);
    if (method === 'POST' && path === '/simpay/v1/payouts') return createPayout(body, response);
    if (method === 'POST' && path === '/simpay/v1/refunds') return createRefund(body, response);
    const backNo = /^\/simpay\/v1\/refunds\/([^/]+)$/.exec(path)?.[1];
    if (method === 'GET' && backNo !== undefined) return queryRefund(decodeURIComponent(backNo), response);
    const paidNo = /^\/simpay\/v1\/payouts\/([^/]+)$/.exec(path)?.[1];
    if (method === 'GET' && paidNo !== undefined) return queryPayout(decodeURIComponent(paidNo), response);
    const playedNo = /^\/simpay\/v1\/payouts\/([^/]+)\/simulate$/.exec(path)?.[1];
    if (method === 'POST' && playedNo !== undefined) {
      const orderNo = decodeURIComponent(playedNo);
      calls.push({ operation: 'simulate', orderNo });
      const known = payouts.get(orderNo);
      const { scenario } = JSON.parse(body.toString('utf8')) as { scenario: string };
      if (known !== undefined && scenario === '00') known.status = 'paid';
      return send(response, known === undefined ? 404 : 202, {});
    }
    const currency = /^\/simpay\/v1\/balance\?currency=(\w+)$/.exec(path)?.[1];
    if (method === 'GET' && currency !== undefined) return balance(currency, response);
    const named = /^\/simpay\/v1\/charges\/([^/]+)(\/simulate)?$/.exec(path);
    const orderNo = decodeURIComponent(named?.[1] ?? '');
    if (method === 'GET' && named?.[2] === undefined) return query(orderNo, response);
    if (method === 'POST' && named?.[2] !== undefined) {
      calls.push({ operation: 'simulate', orderNo });
      return send(response, charges.has(orderNo) ? 200 : 404, {});
    }
    return send(response, 404, {});
  }

  async function create(body: Buffer, response: ServerResponse): Promise<void> {
    const manner = bank.nextCreates.shift() ?? bank.takeCreates;
    if (manner === 'lost') return void response.destroy();
    const wanted = JSON.parse(body.toString('utf8')) as Record<string, string>;
    const orderNo = wanted['merchant_order_no'] ?? '';
    calls.push({ operation: 'create', orderNo });
    if (manner === 'refuse') return send(response, 422, { error: 'refused' });
    const known = charges.get(orderNo);
    if (known !== undefined && JSON.stringify(known.request) !== JSON.stringify(wanted)) {
      return send(response, 409, { error: 'another charge has this number' });
    }
    const charge: Charge = known ?? {
      chargeNo: `CH-${charges.size + 1}`,
      request: wanted,
      status: 'pending',
      paidAmount: null,
      paidAt: null,
      simulated: false,
    };
    charges.set(orderNo, charge);
    if (bank.answerAfterMs > 0) await sleep(bank.answerAfterMs);
    if (manner === 'cut') return void response.destroy();
    if (manner === 'silent') return;
    if (manner === 'exists') return send(response, 409, { error: 'another charge has this number' });
    if (manner === 'deny') return send(response, 422, { error: 'refused, or so we say' });
    if (manner === 'error') return send(response, 500, { error: 'fault' });
    if (manner === 'garbage') return send(response, 200, { hello: 'world' });
    send(response, 200, {
      charge_no: charge.chargeNo,
      merchant_order_no: orderNo,
      status: charge.status,
      amount: wanted['amount'],
      currency: wanted['currency'],
      payment: {
        type: 'bank_account',
        bank_code: '004',
        bank_name: 'Bank of Taiwan',
        branch: 'Main',
        account_no: '0123456789012',
        holder: 'Suanpan',
      },
    });
  }

  async function createPayout(body: Buffer, response: ServerResponse): Promise<void> {
    const manner = bank.nextCreates.shift() ?? bank.takeCreates;
    if (manner === 'lost') return void response.destroy();
    const wanted = JSON.parse(body.toString('utf8')) as Record<string, string>;
    const orderNo = wanted['merchant_order_no'] ?? '';
    calls.push({ operation: 'payout', orderNo });
    if (manner === 'refuse') return send(response, 422, { error: 'refused' });
    const known = payouts.get(orderNo);
    if (known !== undefined && JSON.stringify(known.request) !== JSON.stringify(wanted)) {
      return send(response, 409, { error: 'another payout has this number' });
    }
    const payout: BankPayout = known ?? {
      payoutNo: `PO-${payouts.size + 1}`,
      request: wanted,
      status: 'processing',
      returnedAmount: null,
    };
    payouts.set(orderNo, payout);
    if (bank.answerAfterMs > 0) await sleep(bank.answerAfterMs);
    if (manner === 'cut') return void response.destroy();
    if (manner === 'silent') return;
    if (manner === 'exists') return send(response, 409, { error: 'another payout has this number' });
    if (manner === 'deny') return send(response, 422, { error: 'refused, or so we say' });
    if (manner === 'error') return send(response, 500, { error: 'fault' });
    if (manner === 'garbage') return send(response, 200, { hello: 'world' });
    send(response, 200, present(orderNo, payout));
  }

  function createRefund(body: Buffer, response: ServerResponse): void {
    const manner = bank.nextCreates.shift() ?? bank.takeCreates;
    if (manner === 'lost') return void response.destroy();
    const wanted = JSON.parse(body.toString('utf8')) as Record<string, string>;
    const refundNo = wanted['refund_no'] ?? '';
    calls.push({ operation: 'refund', orderNo: refundNo });
    if (manner === 'refuse') return send(response, 422, { error: 'refused' });
    const refund = refunds.get(refundNo) ?? {
      bankNo: `RB-${refunds.size + 1}`,
      request: wanted,
      status: 'processing' as const,
    };
    refunds.set(refundNo, refund);
    if (manner === 'cut') return void response.destroy();
    if (manner === 'silent') return;
    if (manner === 'deny') return send(response, 422, { error: 'refused, or so we say' });
    if (manner === 'error') return send(response, 500, { error: 'fault' });
    if (manner === 'garbage') return send(response, 200, { hello: 'world' });
    send(response, 200, presentRefund(refundNo, refund));
  }

  function queryRefund(refundNo: string, response: ServerResponse): void {
    if (bank.takeQueries === 'lost' || bank.takeQueries === 'cut') return void response.destroy();
    calls.push({ operation: 'queryRefund', orderNo: refundNo });
    if (bank.takeQueries === 'error') return send(response, 500, {});
    if (bank.takeQueries === 'garbage') return send(response, 200, { hello: 'world' });
    const refund = refunds.get(refundNo);
    if (refund === undefined || bank.takeQueries === 'refuse') return send(response, 404, {});
    send(response, 200, presentRefund(refundNo, refund));
  }

  const presentRefund = (refundNo: string, { bankNo, request, status }: BankRefund) => ({
    bank_no: bankNo,
    refund_no: refundNo,
    status,
    amount: request['amount'],
    currency: request['currency'],
  });

  function balance(currency: string, response: ServerResponse): void {
    if (bank.takeQueries === 'lost' || bank.takeQueries === 'cut') return void response.destroy();
    if (bank.takeQueries === 'silent') return;
    if (bank.takeQueries === 'error') return send(response, 500, {});
    if (bank.takeQueries === 'garbage') return send(response, 200, { hello: 'world' });
    send(response, 200, { currency, available: bank.available });
  }

  function queryPayout(orderNo: string, response: ServerResponse): void {
    if (bank.takeQueries === 'lost' || bank.takeQueries === 'cut') return void response.destroy();
    calls.push({ operation: 'queryPayout', orderNo });
    if (bank.takeQueries === 'silent') return;
    if (bank.takeQueries === 'error') return send(response, 500, {});
    if (bank.takeQueries === 'garbage') return send(response, 200, { hello: 'world' });
    const payout = payouts.get(orderNo);
    if (payout === undefined || bank.takeQueries === 'refuse') return send(response, 404, {});
    send(response, 200, present(orderNo, payout));
  }

  const present = (orderNo: string, { payoutNo, request, returnedAmount, status }: BankPayout) => ({
    payout_no: payoutNo,
    merchant_order_no: orderNo,
    status,
    amount: request['amount'],
    currency: request['currency'],
    returned_amount: returnedAmount,
  });

  function query(orderNo: string, response: ServerResponse): void {
    if (bank.takeQueries === 'lost' || bank.takeQueries === 'cut') return void response.destroy();
    calls.push({ operation: 'query', orderNo });
    if (bank.takeQueries === 'silent') return;
    if (bank.takeQueries === 'error') return send(response, 500, {});
    if (bank.takeQueries === 'garbage') return send(response, 200, { hello: 'world' });
    const charge = charges.get(orderNo);
    if (charge === undefined || bank.takeQueries === 'refuse') return send(response, 404, {});
    send(response, 200, {
      charge_no: charge.chargeNo,
      merchant_order_no: orderNo,
      status: charge.status,
      amount: charge.request['amount'],
      paid_amount: charge.paidAmount,
      currency: charge.request['currency'],
      paid_at: charge.paidAt?.toISOString() ?? null,
      simulated: charge.simulated,
    });
  }

  return bank;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
