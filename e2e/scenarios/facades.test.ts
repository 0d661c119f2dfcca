import { getCollection } from '@suanpan/contract/endpoints/collections';
import { unreadNotifications } from '@suanpan/contract/endpoints/notifications';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { ecpayTestShop, signEcpay } from '@suanpan/signing/ecpay';
import { jkopaySandboxStore } from '@suanpan/signing/jkopay';
import { linePaySandboxChannel } from '@suanpan/signing/line-pay';
import { newebpaySandboxShop } from '@suanpan/signing/newebpay';
import { stripeSandboxAccount } from '@suanpan/signing/stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { moveClockBy } from '../harness/business-clock.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop, typesOf } from '../harness/echo-shop.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { quiet } from '../harness/quiet.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { openFacade } from './testing/facade-channel.ts';
import type { Facade } from './testing/facade-channel.ts';

const server = theServer();
const shop = new EchoShop(server.url);
const merchant = new Merchant(server.url, server.account('xingji'));
const sandbox = new SandboxBank(server.url);
const product = openAdmin(server);
const bank = openAdmin(server, 'suanpan_bank');
let admin: BackOffice;

const keysOf = (shopKeys: { merchantId: string; hashKey: string; hashIv: string }) => ({
  merchant_id: shopKeys.merchantId,
  hash_key: shopKeys.hashKey,
  hash_iv: shopKeys.hashIv,
});
const stripeKeys = {
  secret_key: stripeSandboxAccount.secretKey,
  webhook_secret: stripeSandboxAccount.webhookSecret,
};
const linePayKeys = {
  channel_id: linePaySandboxChannel.channelId,
  channel_secret: linePaySandboxChannel.channelSecret,
};
const jkopayKeys = {
  store_id: jkopaySandboxStore.storeId,
  api_key: jkopaySandboxStore.apiKey,
  secret_key: jkopaySandboxStore.secretKey,
};
const facades: readonly Facade[] = [
  { driver: 'linepay', methodType: 'redirect', credentials: linePayKeys },
  { driver: 'jkopay', methodType: 'redirect', credentials: jkopayKeys },
  { driver: 'stripe', methodType: 'card', credentials: stripeKeys },
  { driver: 'ecpay', methodType: 'card', credentials: keysOf(ecpayTestShop) },
  { driver: 'newebpay', methodType: 'card', credentials: keysOf(newebpaySandboxShop) },
];

beforeAll(async () => {
  admin = await enterAs(server.url, 'admin.lin');
});
afterAll(async () => {
  await proveBooks(server);
  await Promise.all([product.close(), bank.close()]);
});

test('a shop that everybody knows tells its news to nobody but this platform', async () => {
  const order = (ReturnURL: string) =>
    signEcpay(
      {
        MerchantID: ecpayTestShop.merchantId,
        MerchantTradeNo: newOrderNo()
          .replaceAll(/[^A-Za-z0-9]/g, '')
          .slice(-20),
        MerchantTradeDate: '2026/11/23 09:05:00',
        PaymentType: 'aio',
        TotalAmount: '1300',
        TradeDesc: 'stranger',
        ItemName: 'stranger',
        ReturnURL,
        ChoosePayment: 'ALL',
        EncryptType: '1',
      },
      ecpayTestShop,
    );
  const statusOf = async (fields: Record<string, string>): Promise<number> => {
    const url = `${server.url}/sandbox/ecpay/Cashier/AioCheckOut/V5`;
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await statusOf(order('http://127.0.0.1:1/hook'))).toBe(400);
  expect(await statusOf({ ...order(`${server.url}/api/notify/1`), TotalAmount: '1' })).toBe(400);
});

/** The last two digits choose what the provider lets happen (merchant API §6). */
const digits = Array.from({ length: 17 }, (_, code) => String(code).padStart(2, '0'));

describe.each(facades)('a channel by $driver', (facade) => {
  const { driver } = facade;
  /** Whether the payer carries the order there by a form, or we ask for its page. */
  const byForm = driver === 'ecpay' || driver === 'newebpay';
  /** It tells nothing, so that it is asked; and a number that it has it never takes again. */
  const isSilent = driver === 'linepay';
  /** It has no word for a payment that fails after all, nor for one that is only played. */
  const isTerse = isSilent || driver === 'jkopay';
  /** Creates whose answer is lost leave no page that a payer could be sent to. */
  const lost = isSilent ? ['10', '11', '12'] : byForm ? [] : ['11'];
  const orders: Record<string, MerchantCollection> = {};
  const asked: Record<string, number> = {};
  const pages: Record<string, number> = {};
  const orderOf = (code: string): MerchantCollection => {
    const order = orders[code];
    if (order === undefined) throw new Error(`There is no order ${code}`);
    return order;
  };
  const now = (code: string): Promise<MerchantCollection> => merchant.read(orderOf(code).id);
  const becomes = (code: string, status: string): Promise<MerchantCollection> =>
    until(`order ${code} becomes ${status}`, async () => {
      const order = await now(code);
      return order.status === status && order;
    });
  const detailOf = (code: string) => admin.call(getCollection, { id: orderOf(code).id.slice(4) });
  const journalsOf = async (code: string): Promise<string[]> =>
    (await detailOf(code)).money.journals.map(({ event }) => event);
  const noticesOf = async (code: string): Promise<string[]> => {
    const { order } = await detailOf(code);
    const rows = await product.query<{ outcome: string }>(
      'SELECT outcome FROM channel_notice WHERE order_no = $1 ORDER BY id',
      [order.order_no],
    );
    return rows.map(({ outcome }) => outcome);
  };
  const chargeOf = async (code: string): Promise<string> => {
    const { order } = await detailOf(code);
    const [row] = await bank.query<{ charge_no: string }>(
      'SELECT charge_no FROM sandbox_bank.charge WHERE dialect = $1 AND merchant_order_no = $2',
      [driver, order.order_no],
    );
    return row?.charge_no ?? '';
  };

  /** What a payer's browser does: opens our form and sends it where it leads. */
  async function payerGoes(code: string): Promise<void> {
    const { payment } = orderOf(code);
    if (payment?.type !== 'redirect') throw new Error(`Order ${code} leads nowhere`);
    const page = await fetch(payment.url);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain(`form-action ${server.url}`);
    const action = /action="([^"]+)"/.exec(text)?.[1] ?? '';
    const fields = [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as [string, string],
    );
    const answer = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(50_000),
    });
    await answer.arrayBuffer();
    pages[code] = answer.status;
  }

  beforeAll(async () => {
    await openFacade(server, 'xingji', facade);
    await Promise.all(
      digits.map(async (code) => {
        const orderNo = newOrderNo();
        const answer = await merchant.create({ order_no: orderNo, amount: `13${code}.00`, method: driver });
        asked[code] = answer.status;
        orders[code] = answer.status < 300 ? answer.body : await merchant.byOrderNo(orderNo);
      }),
    );
    if (!byForm) return;
    // The page of 10 hangs, which no other waits for.
    const going = digits.filter((code) => code !== '02').map((code) => [code, payerGoes(code)] as const);
    for (const [code, gone] of going) if (code === '10') gone.catch(() => {});
    await Promise.all(going.filter(([code]) => code !== '10').map(([, gone]) => gone));
  });

  test('leads payers to the page of the provider, by a form of our own where it takes one', () => {
    if (!byForm) {
      expect(asked).toMatchObject({ '00': 201, '10': 504, '11': 504, '12': 504, '15': 201 });
      return expect(orderOf('00').payment).toMatchObject({ type: 'redirect' });
    }
    expect(new Set(Object.values(asked))).toEqual(new Set([201]));
    expect(pages).toMatchObject({ '00': 303, '11': 500, '12': 200, '15': 303 });
  });

  test.each(['00', '04', '07', '08', '09', '12', '15'].filter((code) => !lost.includes(code)))(
    '%s: is credited once',
    async (code) => {
      await becomes(code, 'succeeded');
      expect(await journalsOf(code)).toEqual(['collection.settle']);
    },
  );

  test.skipIf(isSilent)('04: five notices are one posting', async () => {
    await until('all five came', async () => (await noticesOf('04')).length >= 5);
    expect((await noticesOf('04')).toSorted()).toEqual(['accepted', ...Array<string>(4).fill('duplicate')]);
    const outcomes = await until('all five were acknowledged', async () => {
      const rows = await bank.query<{ outcome: string }>(
        `SELECT n.outcome FROM sandbox_bank.notify n JOIN sandbox_bank.charge c ON c.id = n.charge_id
         WHERE c.charge_no = $1 AND n.outcome = 'acknowledged'`,
        [await chargeOf('04')],
      );
      return rows.length >= 5 && rows.length;
    });
    expect(outcomes).toBe(5);
  });

  test.each([
    ['05', '1304.00'],
    ['06', '1307.00'],
  ])('%s: another sum than asked for is kept apart and never credited', async (code, paid) => {
    const order = await becomes(code, 'amount_mismatch');
    expect(order).toMatchObject({ paid_amount: paid, credited_amount: null });
    expect(await journalsOf(code)).not.toContain('collection.settle');
  });

  test.skipIf(isSilent)('07: a notice with a wrong signature is refused', async () => {
    const rows = await product.query(
      `SELECT 1 FROM channel_notice n JOIN channel_account a ON a.id = n.channel_account_id
       JOIN provider p ON p.id = a.provider_id WHERE p.driver = $1 AND n.outcome = 'bad_signature'`,
      [driver],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test.skipIf(isTerse)(
    '08: a failure after the success leaves it as it stands and is shown to people',
    async () => {
      const { order } = await detailOf('08');
      await until('people were told', async () =>
        (await admin.call(unreadNotifications, { paginate: 200 })).items.some(
          ({ type, data }) => type === 'AbnormalOrder' && data.message.content.includes(order.order_no),
        ),
      );
      expect((await now('08')).status).toBe('succeeded');
    },
  );

  test.skipIf(lost.includes('10'))('10: a page that hangs loses no payment', async () => {
    const chargeNo = await until('the order is there', () => chargeOf('10'));
    if (!byForm)
      await until('its page was asked for again', async () => (await now('10')).payment !== null, {
        withinMs: 60_000,
      });
    await sandbox.play(chargeNo, '00');
    await becomes('10', 'succeeded');
  });

  test('14: what the shop simulated credits nothing', async () => {
    if (driver !== 'newebpay' && !isTerse)
      expect((await becomes('14', 'test_supplied')).credited_amount).toBeNull();
    expect(await journalsOf('14')).toEqual([]);
  });

  test.skipIf(isSilent)('16: a notice for an order that nobody has is kept and acknowledged', async () => {
    await until('the stranger was kept', async () => {
      const rows = await product.query(
        `SELECT 1 FROM channel_notice n JOIN channel_account a ON a.id = n.channel_account_id
         JOIN provider p ON p.id = a.provider_id WHERE p.driver = $1 AND n.outcome = 'unknown_order'`,
        [driver],
      );
      return rows.length > 0;
    });
  });

  test('01, 02, 03, 11, 13, 16: wait, since nobody said that they were paid', async () => {
    const found = isTerse ? ['13'] : [];
    for (const code of ['01', '02', '03', '11', '13', '16'].filter((each) => !found.includes(each)))
      expect((await now(code)).status).toBe('pending');
  });

  describe('when the time is over', () => {
    beforeAll(async () => {
      await moveClockBy(server.url, 16 * 60_000);
    });

    test('13: is found, since the provider is asked before an order ends', async () => {
      await becomes('13', 'succeeded');
      expect(await journalsOf('13')).toEqual(['collection.settle']);
    });

    // Stripe finds what nobody has paid by no number of ours, so that 11 stays an open end there.
    test.each(['01', '02', '16'].concat(byForm ? ['11'] : []))('%s: ends as expired', async (code) => {
      await becomes(code, 'expired');
    });

    test.runIf(byForm)('02: whoever never left our page is not asked about', async () => {
      const { order } = await detailOf('02');
      const asked = await bank.query('SELECT 1 FROM sandbox_bank.asked WHERE merchant_order_no = $1', [
        order.order_no,
      ]);
      expect(asked).toEqual([]);
    });

    test.skipIf(isSilent)('03: a payment after the end is credited late', async () => {
      await becomes('03', 'expired');
      await sandbox.play(await chargeOf('03'), '00');
      await becomes('03', 'succeeded');
      expect(await journalsOf('03')).toEqual(['collection.settle']);
    });

    test('every order was told exactly what happened to it', async () => {
      const ended = digits.filter((code) => !lost.includes(code));
      await until('all are over', async () =>
        (await Promise.all(ended.map(now))).every(({ status }) => status !== 'pending'),
      );
      await quiet(server);
      const told: Record<string, (string | null)[]> = {};
      for (const code of digits) told[code] = typesOf(await shop.eventsOf(orderOf(code).order_no));
      const [succeeded, expired, mismatch] = ['succeeded', 'expired', 'amount_mismatch'].map((name) => [
        `collection.${name}`,
      ]);
      expect(told).toEqual({
        ...Object.fromEntries(digits.map((code) => [code, succeeded])),
        ...Object.fromEntries(['01', '02', '11', '16'].map((code) => [code, expired])),
        ...Object.fromEntries(lost.map((code) => [code, []])),
        '03': isSilent ? expired : ['collection.expired', 'collection.succeeded'],
        '05': mismatch,
        '06': mismatch,
        ...((driver === 'newebpay' || isTerse) && { '14': expired }),
      });
    });
  });
});
