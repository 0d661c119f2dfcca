import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BankPayout, Charge, FakeBank, Manner, NoticeNews } from './fake-bank.ts';

/** A call as it arrives at a provider. */
interface PeerCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a call asks for; `charge` carries `amount` in major units and `currency`. */
type PeerAsked =
  | { readonly operation: 'create'; readonly orderNo: string; readonly charge: Record<string, string> }
  | {
      readonly operation: 'query';
      readonly orderNo: string;
      /** Which of several questions it is, where a provider has several. */
      readonly by?: string;
    };

export interface PeerAnswer {
  readonly status?: number;
  readonly body: string;
}

/** A provider's language: how its calls are read, and how it answers and tells its news. */
export interface PeerDialect {
  readonly driver: string;
  /** Our account there, under the names that the adapter knows. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Undefined where the signature is wrong. */
  read(call: PeerCall, charges: ReadonlyMap<string, Charge>): PeerAsked | undefined;
  answerCreate(orderNo: string, charge: Charge, origin: string): PeerAnswer;
  answerQuery(
    orderNo: string,
    charge: Charge | undefined,
    by: string | undefined,
    charges: ReadonlyMap<string, Charge>,
  ): PeerAnswer;
  /** A definite no to a create. */
  readonly refusal: PeerAnswer;
  /** Undefined where it tells nothing by itself. */
  tell?(
    orderNo: string,
    charge: Charge | undefined,
    news: Partial<NoticeNews>,
  ): { readonly body: string; readonly headers: Record<string, string> };
}

/** A provider that speaks a dialect over real HTTP and misbehaves when a test tells it to. It pays nobody. */
export async function startPeer(dialect: PeerDialect): Promise<FakeBank> {
  const charges = new Map<string, Charge>();
  const payouts = new Map<string, BankPayout>();
  const calls: FakeBank['calls'] = [];
  const unverified: string[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const peer: FakeBank = {
    driver: dialect.driver,
    origin,
    merchantNo: '',
    secret: '',
    credentials: dialect.credentials,
    charges,
    payouts,
    refunds: new Map<string, never>(),
    calls,
    unverified,
    takeCreates: 'answer',
    nextCreates: [],
    answerAfterMs: 0,
    takeQueries: 'answer',
    available: '0.00',
    charge(orderNo) {
      const charge = charges.get(orderNo);
      if (charge === undefined) throw new Error(`The peer knows no ${orderNo}`);
      return charge;
    },
    payout(orderNo) {
      throw new Error(`The peer pays no ${orderNo}`);
    },
    refund(refundNo) {
      throw new Error(`The peer pays no ${refundNo} back`);
    },
    pay(orderNo, how = {}) {
      Object.assign(peer.charge(orderNo), {
        status: 'paid',
        paidAmount: how.amount ?? peer.charge(orderNo).request['amount'] ?? null,
        paidAt: how.at === undefined ? new Date() : how.at,
        simulated: how.simulated ?? false,
      });
    },
    awaits: (orderNo, request) => void charges.set(orderNo, newCharge(request)),
    creates: (orderNo) =>
      calls.filter((call) => call.operation === 'create' && call.orderNo === orderNo).length,
    notice(channelAccountId, orderNo, news = {}) {
      if (dialect.tell === undefined) throw new Error(`${dialect.driver} tells no news`);
      const { body, headers } = dialect.tell(orderNo, charges.get(orderNo), news);
      return { method: 'POST', path: `/api/notify/${channelAccountId}`, body: Buffer.from(body), headers };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const newCharge = (request: Readonly<Record<string, string>>): Charge => ({
    chargeNo: `TN${String(charges.size + 1).padStart(6, '0')}`,
    request,
    status: 'pending',
    paidAmount: null,
    paidAt: null,
    simulated: false,
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', origin);
    const call = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.search.slice(1),
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    const asked = dialect.read(call, charges);
    if (asked === undefined) {
      unverified.push(`${call.method} ${call.path}`);
      return send(response, { status: 401, body: 'signature' });
    }
    if (asked.operation === 'create') return create(asked.orderNo, asked.charge, response);
    const manner = peer.takeQueries;
    if (manner === 'lost' || manner === 'cut') return void response.destroy();
    calls.push({ operation: 'query', orderNo: asked.orderNo });
    if (isMisbehaved(manner, response)) return;
    send(response, dialect.answerQuery(asked.orderNo, charges.get(asked.orderNo), asked.by, charges));
  }

  function create(orderNo: string, wanted: Record<string, string>, response: ServerResponse): void {
    const manner = peer.nextCreates.shift() ?? peer.takeCreates;
    if (manner === 'lost') return void response.destroy();
    calls.push({ operation: 'create', orderNo });
    if (manner === 'refuse') return send(response, dialect.refusal);
    const known = charges.get(orderNo);
    if (known !== undefined && JSON.stringify(known.request) !== JSON.stringify(wanted)) {
      return send(response, { status: 409, body: '{"error":"another order has this number"}' });
    }
    const charge = known ?? newCharge(wanted);
    charges.set(orderNo, charge);
    if (manner === 'cut') return void response.destroy();
    if (manner === 'exists') return send(response, { status: 409, body: '{}' });
    if (manner === 'deny') return send(response, dialect.refusal);
    if (isMisbehaved(manner, response)) return;
    send(response, dialect.answerCreate(orderNo, charge, origin));
  }

  return peer;
}

/** Whether the call was taken in a manner that every provider can have. */
function isMisbehaved(manner: Manner, response: ServerResponse): boolean {
  if (manner === 'error') send(response, { status: 500, body: 'fault' });
  else if (manner === 'garbage') send(response, { body: '{"hello":"world"}' });
  return manner === 'silent' || manner === 'error' || manner === 'garbage';
}

function send(response: ServerResponse, { body, status = 200 }: PeerAnswer): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
}
