import { formatMerchant, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { startEcpayPeer } from '../../test/ecpay-peer.ts';
import { startFakeBank } from '../../test/fake-bank.ts';
import type { FakeBank, Manner } from '../../test/fake-bank.ts';
import { startJkopayPeer } from '../../test/jkopay-peer.ts';
import { startLinePayPeer } from '../../test/linepay-peer.ts';
import { openMoneyRooms } from '../../test/money-rooms.ts';
import { startNewebpayPeer } from '../../test/newebpay-peer.ts';
import { startPrivatePeer } from '../../test/private-peer.ts';
import { startStripePeer } from '../../test/stripe-peer.ts';
import { startTronPeer } from '../../test/tron-peer.ts';
import { sendForm } from '../../test/send-form.ts';
import { createTenant, credentialsOf } from '../../test/tenant.ts';
import type { Tenant } from '../../test/tenant.ts';
import { guardAdapter } from '../modules/channels/index.ts';
import { BadSignature, NoAnswer } from '../modules/channels/port.ts';
import type { ChannelAccount, CollectionRequest, Exchange, PayoutRequest } from '../modules/channels/port.ts';
import { allocateCollection } from '../modules/collections/index.ts';
import { prove } from '../modules/ledger/index.ts';
import { createOutbound } from '../platform/outbound.ts';
import { adapters } from './registry.ts';

/** For each driver a provider of its own that speaks its dialect over HTTP and misbehaves when it is told to. */
const peers: Readonly<Record<string, () => Promise<FakeBank>>> = {
  simpay: startFakeBank,
  ecpay: startEcpayPeer,
  newebpay: startNewebpayPeer,
  stripe: startStripePeer,
  private: startPrivatePeer,
  tron: startTronPeer,
  linepay: startLinePayPeer,
  jkopay: startJkopayPeer,
};

test('whoever tells no news is asked by the clock, or his account is read', () => {
  for (const { capabilities, feed, parseNotice } of Object.values(adapters))
    expect((parseNotice ?? feed) === undefined && capabilities.askedEveryMs === null).toBe(false);
});

test('every adapter of the registry has a peer to be tried against, under its own name', () => {
  expect(Object.keys(peers)).toEqual(Object.keys(adapters));
  for (const [name, adapter] of Object.entries(adapters)) expect(adapter.driver).toBe(name);
});

const answerMs = 400;
const twd = (text: string) => parseAmount(text, 'TWD');
/** In what orders through an adapter are paid. */
const currencyOf = (driver: string): Currency => adapters[driver]?.capabilities.currencies?.[0] ?? 'TWD';

describe.each(Object.keys(peers))('the adapter %s at the port', (driver) => {
  const bare = adapters[driver];
  const startPeer = peers[driver];
  if (bare === undefined || startPeer === undefined) throw new Error(`${driver} is not complete`);
  const adapter = guardAdapter(bare);
  const currency = currencyOf(driver);
  const money = (text: string) => parseAmount(text, currency);
  const known = { amount: money('1500'), providerOrderNo: null, isOpen: true };
  const tellsNews = bare.parseNotice !== undefined;
  let peer: FakeBank;
  let exchange: Exchange;
  let account: ChannelAccount;
  let close: () => Promise<void>;

  beforeAll(async () => {
    peer = await startPeer();
    const outbound = createOutbound({ trustedOrigins: [peer.origin], allowHttp: true });
    close = async () => {
      await outbound.close();
      await peer.close();
    };
    exchange = async (request) => {
      const result = await outbound.send({ ...request, timeoutMs: answerMs });
      if (result.kind === 'failed') throw new NoAnswer(result.reason, result.mayHaveArrived);
      return { status: result.status, body: result.body.toString('utf8') };
    };
    account = {
      id: 7n,
      driver,
      name: 'Account',
      agentId: 1n,
      currency,
      baseUrl: peer.origin,
      credentials: credentialsOf(peer),
      latePayment: 'credit',
    };
  });
  beforeEach(() => {
    peer.takeCreates = 'answer';
    peer.takeQueries = 'answer';
  });
  afterAll(() => close());

  let serial = 0;
  const requestOf = (more: Partial<CollectionRequest> = {}): CollectionRequest => ({
    orderNo: `C2601019${String((serial += 1)).padStart(9, '0')}`,
    amount: money('1500'),
    currency,
    methodType: 'bank_transfer',
    notifyUrl: 'http://127.0.0.1:3000/api/notify/7',
    returnUrl: null,
    payerName: null,
    expiresAt: new Date(Date.now() + 900_000),
    simulate: null,
    checkoutUrl: 'http://127.0.0.1:3000/pay/#/checkout?t=token',
    formUrl: 'http://127.0.0.1:3000/api/checkout/token/form',
    destination: placeOf(serial),
    ...more,
  });
  /** Where an order's payer sends it, at an account that knows no orders. */
  const placeOf = (n: number): string | null => {
    const { destinations = [] } = adapter.feed?.places(account, BigInt(n)) ?? {};
    return destinations[n % destinations.length] ?? null;
  };
  /** Asks for the payment; where the provider hears of it from its payer, he goes there. */
  const create = async (request: CollectionRequest, first = true) => {
    const answer = await adapter.createCollection(account, request, { first }, exchange);
    const form = answer.outcome === 'accepted' && adapter.payerForm?.(account, request, Date.now());
    if (form) await sendForm(form);
    if (adapter.feed !== undefined) {
      const { amount, destination, orderNo } = request;
      peer.awaits?.(orderNo, {
        amount: formatMerchant(amount, currency),
        currency,
        destination: destination ?? '',
        memo: adapter.feed.codeOf(orderNo),
      });
      places.set(orderNo, { destination: destination ?? '', from: new Date() });
    }
    if (answer.outcome === 'accepted') references.set(request.orderNo, answer.value.providerOrderNo);
    return answer;
  };
  /** The provider's own numbers, as an order keeps them. */
  const references = new Map<string, string | null>();
  const places = new Map<string, { destination: string; from: Date }>();
  const { heardFromPayer, integerOnly } = adapter.capabilities;
  const sums = ['1', '1500', '100000000', '0.01', '1500.50', '99999999.99'];
  const query = (orderNo: string, amount = known.amount) =>
    adapter.queryCollection(account, orderNo, exchange, {
      amount,
      providerOrderNo: references.get(orderNo) ?? null,
      isOpen: true,
      ...(adapter.feed !== undefined && {
        awaited: {
          destination: '',
          from: new Date(),
          ...places.get(orderNo),
          amount,
          until: null,
          payerName: null,
          payerLast5: null,
          isAlone: !adapter.feed.places(account, 1n).shared,
        },
      }),
    });

  test.each(sums)('asks for exactly %s and reads exactly that, or takes no such sum', async (text) => {
    if (integerOnly && text.includes('.')) {
      const { outcome } = await create(requestOf({ amount: money(text) }));
      return expect(outcome).toBe('refused');
    }
    const request = requestOf({ amount: money(text), methodType: 'card' });
    expect(await create(request)).toMatchObject({ outcome: 'accepted' });
    peer.pay(request.orderNo);
    expect(await query(request.orderNo, money(text))).toMatchObject({
      outcome: 'found',
      state: { status: 'paid', amount: money(text), paidAmount: money(text), orderNo: request.orderNo },
    });
  });

  test('a create that is repeated in the same words answers the same payment', async () => {
    const request = requestOf();
    const first = await create(request);
    expect(first).toMatchObject({ outcome: 'accepted' });
    const again = await create(request, false);
    if (adapter.capabilities.createIsRepeatable) expect(again).toEqual(first);
    else expect(again.outcome).toBe('unknown');
  });

  test.skipIf(heardFromPayer)(
    'a create that is repeated in other words proves nothing, at whichever asking',
    async () => {
      const request = requestOf();
      await create(request);
      const other = { ...request, notifyUrl: 'http://127.0.0.1:3001/api/notify/7' };
      expect((await create(other)).outcome).toBe('unknown');
      expect((await create(other, false)).outcome).toBe('unknown');
      expect(await query(request.orderNo)).toMatchObject({ state: { status: 'pending' } });
    },
  );

  describe.skipIf(heardFromPayer)('as it is asked for a payment', () => {
    test.each<[Manner, 'refused' | 'unknown']>([
      ['refuse', 'refused'],
      ['exists', 'unknown'],
      ['silent', 'unknown'],
      ['cut', 'unknown'],
      ['lost', 'unknown'],
      ['error', 'unknown'],
      ['garbage', 'unknown'],
    ])(
      'a create that is taken so: %s, is %s at the first asking and unknown ever after',
      async (manner, first) => {
        peer.takeCreates = manner;
        expect((await create(requestOf())).outcome).toBe(first);
        expect((await create(requestOf(), false)).outcome).toBe('unknown');
      },
    );

    test('a create that cannot have arrived is refused at the first asking alone', async () => {
      const nowhere = async (): Promise<never> => {
        throw new NoAnswer('connect', false);
      };
      const ask = (first: boolean) =>
        adapter.createCollection(account, requestOf(), { first }, nowhere).then(({ outcome }) => outcome);
      expect([await ask(true), await ask(false)]).toEqual(['refused', 'unknown']);
    });
  });

  test.each([100, 301, 302, 307, 408, 409, 423, 425, 429, 500, 502, 503, 504])(
    'an answer of HTTP %s is no refusal, and no "not found"',
    async (status) => {
      const answering: Exchange = async () => ({ status, body: '{}' });
      const { outcome } = await adapter.createCollection(account, requestOf(), { first: true }, answering);
      expect(outcome).toBe(heardFromPayer ? 'accepted' : 'unknown');
      expect((await adapter.queryCollection(account, 'C1', answering, known)).outcome).toBe('unknown');
    },
  );

  test('a fault of our own while the provider is asked leaves the outcome open', async () => {
    const faulty: Exchange = async (request) => {
      await exchange(request);
      throw new Error('the database is gone');
    };
    expect((await adapter.createCollection(account, requestOf(), { first: true }, faulty)).outcome).toBe(
      heardFromPayer ? 'accepted' : 'unknown',
    );
    expect((await adapter.queryCollection(account, 'C1', faulty, known)).outcome).toBe('unknown');
  });

  test.each<Manner>(['silent', 'cut', 'error', 'garbage'])(
    'a question that is taken so: %s, says nothing',
    async (manner) => {
      const request = requestOf();
      await create(request);
      peer.takeQueries = manner;
      expect((await query(request.orderNo)).outcome).toBe('unknown');
    },
  );

  test('an order that the provider does not know is not found, and not failed', async () => {
    expect(await query('C2601019999999999')).toEqual({ outcome: 'notFound' });
  });

  test('an answer about another order is none', async () => {
    const [asked, other] = [requestOf(), requestOf()];
    await create(other);
    peer.pay(other.orderNo);
    // Some are paid only once somebody asks.
    await query(other.orderNo);
    const elsewhere = guardAdapter({
      ...bare,
      queryCollection: (account_, _orderNo, through, known_) =>
        bare.queryCollection(account_, other.orderNo, through, known_),
    });
    // An account that knows no orders answers about none by its number.
    expect((await elsewhere.queryCollection(account, asked.orderNo, exchange, known)).outcome).toBe(
      adapter.feed === undefined ? 'unknown' : 'notFound',
    );
  });

  test.each(['0', '0.00', '-1', '1e3', '1,500.00', '1500.00001', ''])(
    'a payment of "%s" is none',
    async (amount) => {
      const request = requestOf();
      await create(request);
      peer.pay(request.orderNo, { amount });
      // Nothing that came in is no news of an account either.
      const isNothing = adapter.feed !== undefined && amount.startsWith('0');
      expect(['unknown', ...(isNothing ? ['notFound'] : [])]).toContain(
        (await query(request.orderNo)).outcome,
      );
    },
  );

  test.skipIf(tellsNews)('it tells no news, so that whatever calls itself one is forged', () => {
    const raw = { method: 'POST', path: '/api/notify/7', body: Buffer.from('{}'), headers: {} };
    expect(() => adapter.parseNotice(account, raw, Date.now())).toThrow(BadSignature);
  });

  test.runIf(tellsNews)(
    'a notice is read only when it is signed with our key over its own bytes',
    async () => {
      const request = requestOf();
      await create(request);
      peer.pay(request.orderNo);
      const true_ = peer.notice(7n, request.orderNo);
      const read = () => adapter.parseNotice(account, true_, Date.now());
      expect(read()).toMatchObject({ orderNo: request.orderNo, status: 'paid' });
      // The same event has the same name however often it is told.
      expect(read()).toEqual(read());
      const forged = [
        peer.notice(7n, request.orderNo, { secret: 'another' }),
        ...(Object.keys(true_.headers).length > 0 ? [{ ...true_, headers: {} }] : []),
        { ...true_, body: Buffer.concat([true_.body, Buffer.from(' ')]) },
        { ...true_, body: Buffer.alloc(0) },
        { ...true_, body: Buffer.from([0xff, 0xfe, 0x00]) },
      ];
      for (const notice of forged) {
        expect(() => adapter.parseNotice(account, notice, Date.now())).toThrow(BadSignature);
      }
    },
  );
});

const payingDrivers = Object.keys(peers).filter((driver) => adapters[driver]?.payouts !== undefined);

describe.each(payingDrivers)('the adapter %s as it pays others', (driver) => {
  const bare = adapters[driver];
  const startPeer = peers[driver];
  if (bare === undefined || startPeer === undefined) throw new Error(`${driver} is not complete`);
  const { payouts } = guardAdapter(bare);
  if (payouts === undefined) throw new Error(`${driver} pays nobody`);
  let peer: FakeBank;
  let exchange: Exchange;
  let account: ChannelAccount;
  let close: () => Promise<void>;

  beforeAll(async () => {
    peer = await startPeer();
    const outbound = createOutbound({ trustedOrigins: [peer.origin], allowHttp: true });
    close = async () => {
      await outbound.close();
      await peer.close();
    };
    exchange = async (request) => {
      const result = await outbound.send({ ...request, timeoutMs: answerMs });
      if (result.kind === 'failed') throw new NoAnswer(result.reason, result.mayHaveArrived);
      return { status: result.status, body: result.body.toString('utf8') };
    };
    account = {
      id: 7n,
      driver,
      name: 'Account',
      agentId: 1n,
      direction: 'payout',
      currency: 'TWD',
      baseUrl: peer.origin,
      credentials: credentialsOf(peer),
      latePayment: 'credit',
    };
  });
  beforeEach(() => {
    peer.takeCreates = 'answer';
    peer.takeQueries = 'answer';
  });
  afterAll(() => close());

  let serial = 0;
  const requestOf = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
    orderNo: `P2601019${String((serial += 1)).padStart(9, '0')}`,
    amount: twd('1500'),
    currency: 'TWD',
    bankCode: '004',
    branch: null,
    accountNo: '0901560501232',
    accountName: '王小明',
    memo: null,
    notifyUrl: 'http://127.0.0.1:3000/api/notify/7',
    simulate: null,
    ...more,
  });
  const create = (request: PayoutRequest, first = true) =>
    payouts.createPayout(account, request, { first }, exchange);
  const query = (orderNo: string) => payouts.queryPayout(account, orderNo, exchange);

  test.each(['1', '0.01', '1500.50', '100000000', '99999999.99'])(
    'pays exactly %s and reads exactly that',
    async (text) => {
      const request = requestOf({ amount: twd(text) });
      expect(await create(request)).toMatchObject({ outcome: 'accepted' });
      expect(await query(request.orderNo)).toMatchObject({
        outcome: 'found',
        state: { status: 'processing', amount: twd(text), orderNo: request.orderNo },
      });
    },
  );

  test.each<[Manner, 'refused' | 'unknown']>([
    ['refuse', 'refused'],
    ['exists', 'unknown'],
    ['silent', 'unknown'],
    ['cut', 'unknown'],
    ['lost', 'unknown'],
    ['error', 'unknown'],
    ['garbage', 'unknown'],
  ])(
    'a payout that is taken so: %s, is %s at the first asking and unknown ever after',
    async (manner, first) => {
      peer.takeCreates = manner;
      expect((await create(requestOf())).outcome).toBe(first);
      expect((await create(requestOf(), false)).outcome).toBe('unknown');
    },
  );

  test('one that cannot have arrived is refused at the first asking alone, and says so', async () => {
    const nowhere = async (): Promise<never> => {
      throw new NoAnswer('connect', false);
    };
    const ask = (first: boolean) => payouts.createPayout(account, requestOf(), { first }, nowhere);
    expect(await ask(true)).toMatchObject({ outcome: 'refused', neverArrived: true });
    expect((await ask(false)).outcome).toBe('unknown');
  });

  test.each([100, 301, 302, 307, 408, 409, 423, 425, 429, 500, 502, 503, 504])(
    'an answer of HTTP %s is no refusal, and no "not found"',
    async (status) => {
      const answering: Exchange = async () => ({ status, body: '{}' });
      const { outcome } = await payouts.createPayout(account, requestOf(), { first: true }, answering);
      expect(outcome).toBe('unknown');
      expect((await payouts.queryPayout(account, 'P1', answering)).outcome).toBe('unknown');
    },
  );

  test.each<Manner>(['silent', 'cut', 'error', 'garbage'])(
    'a question that is taken so: %s, says nothing',
    async (manner) => {
      const request = requestOf();
      await create(request);
      peer.takeQueries = manner;
      expect((await query(request.orderNo)).outcome).toBe('unknown');
    },
  );

  test('a payout that the provider does not know is not found, and not failed', async () => {
    expect(await query('P2601019999999999')).toEqual({ outcome: 'notFound' });
  });

  test('what came back without a sum did not come back', async () => {
    const request = requestOf();
    await create(request);
    Object.assign(peer.payout(request.orderNo), { status: 'returned', returnedAmount: '0.00' });
    expect((await query(request.orderNo)).outcome).toBe('unknown');
    Object.assign(peer.payout(request.orderNo), { returnedAmount: '1500.00' });
    expect(await query(request.orderNo)).toMatchObject({ state: { returnedAmount: twd('1500') } });
  });

  test('a notice is read only when it is signed with our key over its own bytes', async () => {
    const request = requestOf();
    await create(request);
    const told = peer.notice(7n, request.orderNo);
    expect(payouts.parseNotice(account, told, Date.now())).toMatchObject({
      orderNo: request.orderNo,
      status: 'paid',
    });
    const forged = [
      peer.notice(7n, request.orderNo, { secret: 'another' }),
      { ...told, headers: {} },
      { ...told, body: Buffer.concat([told.body, Buffer.from(' ')]) },
      { ...told, body: Buffer.alloc(0) },
    ];
    for (const notice of forged) {
      expect(() => payouts.parseNotice(account, notice, Date.now())).toThrow(BadSignature);
    }
  });
});

describe.each(Object.keys(peers))('orders through the adapter %s', async (driver) => {
  const capabilities = adapters[driver]?.capabilities;
  const base = await testDatabase();
  const rooms = await openMoneyRooms(base, { startBank: peers[driver] });
  const { bank, collections } = rooms;
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createTenant(base, { provider: bank, currency: currencyOf(driver) });
  });
  const place = (merchantId: bigint) => rooms.place(merchantId, { currency: currencyOf(driver) });
  beforeEach(() => {
    bank.takeCreates = 'answer';
    bank.takeQueries = 'answer';
  });

  /** A merchant with two ways, so that there is somewhere to go wrongly. */
  async function merchantOfTwo(): Promise<bigint> {
    const merchantId = await tenant.user('customer');
    await tenant.channel({ merchants: [merchantId] });
    await tenant.channel({ merchants: [merchantId] });
    return merchantId;
  }

  test
    .skipIf(capabilities?.heardFromPayer === true)
    .each<Manner>(['exists', 'cut', 'lost', 'error', 'garbage'])(
    'an order whose create is taken so: %s, is never released to another channel',
    async (manner) => {
      const { orderId, orderNo } = await rooms.create(await merchantOfTwo(), {
        currency: currencyOf(driver),
      });
      bank.takeCreates = manner;
      for (let asking = 0; asking < 4; asking += 1) {
        await expect(
          allocateCollection(collections, orderId, { method: null, payerName: null }),
        ).rejects.toThrow('channelTimeout');
      }
      expect((await rooms.order(orderId)).channel_account_id).not.toBeNull();
      expect([...bank.charges.keys()].filter((number) => number.startsWith(`${orderNo}R`))).toEqual([]);
    },
  );

  test.each([
    ['less than was asked', -1n, 'amount_mismatch'],
    ['more than was asked', 1n, 'amount_mismatch'],
    ['what was asked', 0n, 'success'],
  ] as const)('a payment of %s makes the order what it is', async (_, more, status) => {
    const order = await place(tenant.merchantId);
    const paid = order.pay_amount + more * parseAmount('1', currencyOf(driver));
    const text = formatMerchant(paid, currencyOf(driver));
    bank.pay(order.order_no, {
      amount: capabilities?.integerOnly === true ? (text.split('.')[0] ?? '') : text,
    });
    await rooms.tell(order);
    expect((await rooms.order(order.id)).status).toBe(status);
  });

  test.skipIf(capabilities?.currencies?.length === 1)('another currency credits nothing', async () => {
    const order = await place(tenant.merchantId);
    bank.pay(order.order_no);
    Object.assign(bank.charge(order.order_no).request, { currency: 'USD' });
    await rooms.tell(order);
    expect((await rooms.order(order.id)).status).toBe('amount_mismatch');
  });

  test('notices that come twice, at once and in the wrong order credit once, by what the provider answers', async () => {
    const order = await place(tenant.merchantId);
    // A failure that is told before the payment, and a payment that is told before it is in the provider's books.
    await rooms.tell(order, { status: 'failed' });
    await rooms.tell(order, { eventId: 'early' });
    bank.pay(order.order_no);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        rooms.tell(order, { eventId: `event-${index % 3}`, status: index % 2 === 0 ? 'paid' : 'pending' }),
      ),
    );
    await rooms.tell(order, { status: 'failed', eventId: 'late failure' });
    expect((await rooms.order(order.id)).status).toBe('success');
    const { rows } = await base.admin.query(
      "SELECT FROM journal WHERE event = 'collection.settle' AND ref_id = $1",
      [order.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('after all of this the books prove', async () => {
    expect((await prove(base.database)).checks.filter((check) => !check.passed)).toEqual([]);
  });
});
