import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import {
  channelAccountsData,
  cryptoData,
  feeLayers,
  generalAgents,
  generalResults,
  merchantAnalysis,
  merchantsData,
  payoutCommissions,
  payoutStats,
  seniorAgents,
} from '@suanpan/contract/endpoints/data-screens';
import { bindCustomer, unbindCustomer } from '@suanpan/contract/endpoints/binding';
import { findNames } from '@suanpan/contract/endpoints/names';
import { userInfo, type UserInfo } from '@suanpan/contract/endpoints/user-facets';
import { searchUsers } from '@suanpan/contract/endpoints/users';
import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { searchWithdrawals } from '@suanpan/contract/endpoints/withdrawals';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { userAt, usersPage } from '../../../test/fixture/users.ts';
import { rowsCome } from '../../../test/grid.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { inputOf } from '../../kit/filter/field-factory.ts';
import { parseFlatSearch } from '../../lib/flat-search.ts';
import { ownQueries } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { collectionFields } from '../../parts/collection/fields.ts';
import { payoutFields } from '../../parts/payout/fields.ts';
import { changelogFields } from '../accounting/changelogs/fields.ts';
import { SeniorAgents } from './agents.tsx';
import { Merchants } from './customers.tsx';
import { WithdrawalList } from '../withdraws/list.tsx';
import { Crypto } from './encryption.tsx';
import { GeneralAgents } from './general.tsx';
import { PayoutStats } from './payment.tsx';
import { GeneralResults } from './stats6.tsx';
import { MerchantAnalysis } from './stats3.tsx';
import { ChannelAccounts } from './stats5.tsx';
import { FeeLayers } from './stats7.tsx';
import { PayoutCommissions } from './subagentPaymentFees.tsx';

const summary = { currency: 'TWD' as const, from: '2026-11-21', to: '2026-11-21', figures: {}, drill: {} };
const as = (Screen: () => ReactNode, self: object = { id: '1' }) =>
  function Place() {
    queryClient.setQueryData(ownQueries.self.queryKey, { currency: 'TWD', ...self } as never);
    queryClient.setQueryData(ownQueries.banks.queryKey, [
      { code: '004', name: '臺灣銀行', name_en: 'Bank of Taiwan' },
    ] as never);
    return <Screen />;
  };
const linkIn = (piece: HTMLElement, text: string): HTMLAnchorElement =>
  [...piece.querySelectorAll<HTMLAnchorElement>('section a')].find((link) => link.textContent === text) ??
  expect.fail(`nothing leads from ${text}`);
const linkSaying = (piece: HTMLElement, text: string): HTMLAnchorElement =>
  [...piece.querySelectorAll<HTMLAnchorElement>('tbody a')].find((link) => link.textContent === text) ??
  expect.fail(`nothing leads from ${text}`);
const searchOf = (link: HTMLAnchorElement) => parseFlatSearch(link.href.split('?').pop() ?? '');
const words = ((path: string) => path) as never;
const now = Date.parse('2026-11-25T00:00:00Z');

test('a commission leads to the turnover of its general agent, as the list asks for it', async () => {
  const row: DataRow = {
    key: '2026-11-21 9',
    day: '2026-11-21',
    sub_agent: { id: '9', name: '恆信' },
    figures: { orders: 3, commission: '30.5000', payoutCommission: '3.0000' },
    drill: {
      commission: {
        screen: 'accounting.changelogs',
        search: {
          owner_id: '9',
          event: 'collection.settle',
          currency: 'TWD',
          from: '2026-11-21',
          to: '2026-11-21',
        },
      },
    },
  };
  wire(reply(generalResults, () => ({ ...pageOf([row]), summary })));
  const { piece } = await renderScreen(as(GeneralResults));
  await rowsCome(piece);
  expect(piece.textContent).toContain('恆信 · 9');
  const asked = inputOf(changelogs, changelogFields(words, words, true));
  expect(asked(searchOf(linkSaying(piece, '30.5000')), now)).toMatchObject({
    owner_id: '9',
    event: 'collection.settle',
    currency: 'TWD',
    from: '2026-11-20T16:00:00.000Z',
    to: '2026-11-21T16:00:00.000Z',
  });
});

test('whoever is a general agent picks no other', async () => {
  wire(reply(generalResults, () => ({ ...pageOf([]), summary })));
  const below = await renderScreen(as(GeneralResults));
  await expect.poll(() => below.piece.textContent).toContain('no data');
  expect(below.piece.querySelector('[name="sub_agent_id"]')).toBeNull();
});

test('payouts are told by state, reason, bank and hour, and lead to exactly those', async () => {
  const of = (about: Partial<DataRow>, search: Record<string, string | string[]>): DataRow => ({
    key: JSON.stringify(about),
    ...about,
    figures: { payouts: 12, payoutRate: '91.66', payoutTime: 75 },
    drill: {
      payouts: { screen: 'payment.transactions', search: { currency: 'TWD', is_test: 'no', ...search } },
    },
  });
  const rows = {
    status: of({ status: 'rejected' }, { from: '2026-11-21', to: '2026-11-21', status: ['rejected'] }),
    failure: of(
      { failure: 'blockedPayee' },
      { from: '2026-11-21', to: '2026-11-21', failure: 'blockedPayee' },
    ),
    bank: of({ bank: '004' }, { from: '2026-11-21', to: '2026-11-21', bank_code: '004' }),
    'day.hour': of({ day: '2026-11-21', hour: '23' }, { from: '2026-11-21T23', to: '2026-11-21T24' }),
  };
  const asked = inputOf(searchPayouts, payoutFields({ t: words, o: words, statuses: words, isInside: true }));
  const told = { status: 'Rejected', failure: '', bank: '004 Bank of Taiwan', 'day.hour': '23:00 – 23:59' };
  for (const [group, row] of Object.entries(rows)) {
    const said = wire(reply(payoutStats, () => ({ ...pageOf([row]), summary })));
    const { piece, unmount } = await renderScreen(as(PayoutStats), { search: { group } });
    await rowsCome(piece);
    expect(said.askedOf(payoutStats)[0]).toMatchObject({ group, currency: 'TWD' });
    expect(piece.textContent).toContain(told[group as 'status']);
    expect(piece.textContent).toContain('1 min 15 s');
    const call = asked(searchOf(linkSaying(piece, '12')), now);
    const { from, to, is_test: _isTest, ...plain } = row.drill['payouts']?.search ?? {};
    expect(call).toMatchObject({ ...plain, is_test: false });
    expect(call).toMatchObject({
      created_from: String(from).endsWith('T23') ? '2026-11-21T15:00:00.000Z' : '2026-11-20T16:00:00.000Z',
      created_to: '2026-11-21T16:00:00.000Z',
    });
    expect(String(to)).toMatch(/^2026-11-21/);
    await unmount();
  }
});

test('a merchant is bound to a general agent, and let go, where he stands', async () => {
  const row: DataRow = {
    key: '9',
    sub_agent: { id: '9', name: '恆信' },
    figures: { merchants: 1, feeIncome: '12.0000' },
    drill: {
      merchants: {
        screen: 'users.list',
        search: { sub_agent_id: '9', role_name: 'customer', status: 'active' },
      },
    },
  };
  const said = wire(
    reply(generalAgents, () => ({ ...pageOf([row]), summary })),
    reply(searchUsers, () => usersPage([{ ...userAt(0, now), id: '21', name: '明亮商店' }])),
    reply(findNames, () => [{ id: '22', name: '晨光商店' }]),
    reply(bindCustomer, () => ({})),
    reply(unbindCustomer, () => ({})),
  );
  const screen = await renderScreen(as(GeneralAgents), { permissions: ['users.list.bind'] });
  await rowsCome(screen.piece);
  expect(linkSaying(screen.piece, '1').href).toContain('users.list?');
  await userEvent.click(screen.getByRole('button', { name: 'Bind merchants' }).first());
  const dialog = screen.getByRole('dialog');
  await userEvent.click(dialog.getByRole('button', { name: 'Unbind 明亮商店' }));
  await expect.poll(() => said.askedOf(unbindCustomer)).toEqual([{ id: '21', kind: 'subAgent' }]);
  await userEvent.fill(dialog.getByRole('combobox', { name: 'Merchant' }), '晨光');
  await userEvent.click(screen.getByRole('option', { name: /晨光商店/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Bind', exact: true }));
  await expect.poll(() => said.askedOf(bindCustomer)).toEqual([{ id: '22', kind: 'subAgent', user_id: '9' }]);
});

test('whoever may not bind is offered no act', async () => {
  const row: DataRow = {
    key: '9',
    sub_agent: { id: '9', name: '恆信' },
    figures: { merchants: 1 },
    drill: {},
  };
  wire(reply(generalAgents, () => ({ ...pageOf([row]), summary })));
  const { piece } = await renderScreen(as(GeneralAgents));
  await rowsCome(piece);
  expect(piece.querySelector('tbody button')).toBeNull();
});

test.each([
  [1440, 900],
  [390, 844],
])('at %i × %i senior agents stand with their fee and lead to what it is made of', async (width, height) => {
  const row: DataRow = {
    key: '5',
    agent: { id: '5', name: '高代' },
    figures: { merchants: 3, orders: 12, actual: '1234567.0000', systemFee: '20.0000', balance: '5.0000' },
    drill: {
      systemFee: {
        screen: 'accounting.systemIncome',
        search: { agent_id: '5', currency: 'TWD', from: '2026-11-21', to: '2026-11-21' },
      },
    },
  };
  wire(reply(seniorAgents, () => ({ ...pageOf([row]), summary })));
  const { piece } = await renderScreen(as(SeniorAgents), { width, height });
  await expect.poll(() => piece.textContent).toContain('高代 · 5');
  const scroller = piece.querySelector('table')?.parentElement;
  expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
  if (width > 1000) expect(linkSaying(piece, '20.0000').href).toContain('accounting.systemIncome?agent_id=5');
});

test('each payout tells its commission, and in all each general agent his', async () => {
  const one: DataRow = {
    key: '1',
    day: '2026-11-21',
    order: 'P2611210000000001',
    sub_agent: { id: '9', name: '恆信' },
    customer: { id: '21', name: '明亮商店' },
    figures: { payoutAmount: '5000.0000', orderCommission: '3.0000' },
    drill: {
      orderCommission: {
        screen: 'accounting.changelogs',
        search: {
          owner_id: '9',
          event: 'payout.paid',
          order_no: 'P2611210000000001',
          currency: 'TWD',
          range: 'all',
        },
      },
    },
  };
  const said = wire(reply(payoutCommissions, () => ({ ...pageOf([one]), summary })));
  const { piece } = await renderScreen(as(PayoutCommissions), { search: { group: 'payout' } });
  await rowsCome(piece);
  expect(said.askedOf(payoutCommissions)[0]).toMatchObject({ group: 'payout', sort: '-payoutCommission' });
  const asked = inputOf(changelogs, changelogFields(words, words, true));
  const call = asked(searchOf(linkSaying(piece, '3.0000')), now);
  expect(call).toMatchObject({ owner_id: '9', event: 'payout.paid', order_no: 'P2611210000000001' });
  expect(call).not.toHaveProperty('from');
});

test('a merchant shows his state, his rates as a line, and what to look at; who stands below sees no balance', async () => {
  const row: DataRow = {
    key: '21',
    customer: { id: '21', name: '明亮商店' },
    merchant: {
      status: 'active',
      rates: ['50.00', null, '75.00', '80.00', '100.00', null, '90.00'],
      last_order_at: '2026-11-21T01:00:00.000Z',
      alerts: ['callbackFailed', 'noChannel'],
    },
    figures: {
      orders: 12,
      successRate: '90.00',
      actual: '9000.0000',
      paidAmount: '0.0000',
      balance: '77.0000',
    },
    drill: {},
  };
  const rows = reply(merchantsData, () => ({ ...pageOf([row]), summary }));
  wire(rows);
  const above = await renderScreen(as(Merchants), { permissions: ['index.general.get', 'users.list.get'] });
  await rowsCome(above.piece);
  expect(above.piece.textContent).toContain('Callbacks fail · No channel');
  expect(above.piece.textContent).toContain('77.00');
  const line = above.piece.querySelector('svg[role="img"] path')?.getAttribute('d') ?? '';
  // Two gaps: three strokes are begun.
  expect(line.match(/M/g)).toHaveLength(3);
  await userEvent.click(above.getByRole('button', { name: 'Open' }).first());
  expect(location.hash).toBe('#/wrap/users.list?open=21');
  location.hash = '';
  await above.unmount();
  const below = await renderScreen(as(Merchants));
  await rowsCome(below.piece);
  expect(below.piece.textContent).not.toContain('77.00');
  expect(below.piece.querySelector('tbody button')).toBeNull();
});

test.each([
  [1440, 900],
  [390, 844],
])(
  'at %i × %i the layers share the fee step by step, and each share leads to orders',
  async (width, height) => {
    const figures = {
      fee: '100.0000',
      endpointCost: '40.0000',
      generalShare: '10.0000',
      middlemanShare: '5.0000',
      seniorShare: '45.0000',
      systemShare: '20.0000',
      payoutFee: '8.0000',
      payoutSystemShare: '1.0000',
    };
    const search = {
      currency: 'TWD',
      is_test: 'no',
      range: 'all',
      completed_from: '2026-11-21',
      completed_to: '2026-11-21',
      status: ['success', 'refund'],
      split: 'yes',
    };
    const row: DataRow = {
      key: '2026-11-21',
      day: '2026-11-21',
      figures,
      drill: { systemShare: { screen: 'collections.transactions', search } },
    };
    const said = wire(reply(feeLayers, () => ({ ...pageOf([row]), summary: { ...summary, figures } })));
    const { piece } = await renderScreen(as(FeeLayers), { width, height });
    await expect.poll(() => piece.querySelectorAll('caption').length).toBe(2);
    expect(said.askedOf(feeLayers)[0]).toMatchObject({ group: 'day', currency: 'TWD', sort: '-fee' });
    const [collections] = piece.querySelectorAll('section table');
    const told = [...(collections?.querySelectorAll('tr') ?? [])].map((one) => one.textContent);
    // The senior agent keeps what the system fee leaves him, and the shares come to the whole.
    expect(told).toEqual([
      'Merchant fee100.0000',
      'End point40.0000',
      'General agent10.0000',
      'Middleman5.0000',
      'Senior agent keeps25.0000',
      'System fee20.0000',
    ]);
    const bars = [...(collections?.querySelectorAll<HTMLElement>('td span') ?? [])];
    expect(bars.map(({ style }) => [style.marginInlineStart, style.width])).toEqual([
      ['0%', '100%'],
      ['60%', '40%'],
      ['50%', '10%'],
      ['45%', '5%'],
      ['20%', '25%'],
      ['0%', '20%'],
    ]);
    expect(piece.scrollWidth).toBeLessThanOrEqual(width);
    if (width > 1000) {
      const fields = collectionFields({ t: words, statuses: words, isInside: true });
      const asked = inputOf(searchCollections, fields)(searchOf(linkSaying(piece, '20.0000')), now);
      expect(asked).toMatchObject({
        status: ['success', 'refund'],
        split: true,
        completed_from: '2026-11-20T16:00:00.000Z',
        completed_to: '2026-11-21T16:00:00.000Z',
      });
    }
  },
);

test.each([
  [1440, 900],
  [390, 844],
])(
  'at %i × %i a channel account tells what lies there and how its provider answered',
  async (width, height) => {
    const account = {
      clearing: '1000.0000',
      provider: '995.0000',
      difference: '-5.0000',
      checked_at: '2026-11-21T01:00:00.000Z',
      calls: 4,
      error_rate: '25.00',
      create_ms: { p50: 120, p95: 900 },
      query_ms: null,
      trips: 1,
    };
    const drill = {
      screen: 'collections.transactions',
      search: {
        currency: 'TWD',
        is_test: 'no',
        from: '2026-11-21',
        to: '2026-11-21',
        channel_account_id: '7',
      },
    };
    const row: DataRow = {
      key: '7',
      channel_account: { id: '7', name: '旺來銀行' },
      account,
      figures: {
        orders: 12,
        successRate: '91.66',
        actual: '9000.0000',
        endpointCost: '40.0000',
        margin: '60.0000',
      },
      drill: { orders: drill },
    };
    let items = [row];
    const said = wire(reply(channelAccountsData, () => ({ ...pageOf(items, 1), summary })));
    const { piece, unmount } = await renderScreen(as(ChannelAccounts), { width, height });
    await expect.poll(() => piece.textContent).toContain('旺來銀行 · 7');
    expect(said.askedOf(channelAccountsData)[0]).toMatchObject({ direction: 'collection', group: 'account' });
    // A card has room for the figures alone.
    const whole = width > 1000 ? ['1,000.00', '-5.00', '120 / 900 ms', '25.00 %'] : ['12', '91.66 %'];
    for (const told of whole) expect(piece.textContent).toContain(told);
    expect(piece.textContent).not.toContain('at most two days');
    if (width > 1000) {
      const fields = collectionFields({ t: words, statuses: words, isInside: true });
      const asked = inputOf(searchCollections, fields)(searchOf(linkSaying(piece, '12')), now);
      expect(asked).toMatchObject({ channel_account_id: '7', created_from: '2026-11-20T16:00:00.000Z' });
    }
    await unmount();
    items = [{ ...row, account: { ...account, calls: null, error_rate: null, create_ms: null } }];
    const long = await renderScreen(as(ChannelAccounts), { width, height, search: { direction: 'payout' } });
    await expect.poll(() => long.piece.textContent).toContain('at most two days');
    expect(said.askedOf(channelAccountsData).at(-1)).toMatchObject({ direction: 'payout' });
  },
);

test.each([
  [1440, 900],
  [390, 844],
])(
  'at %i × %i a merchant is told by hour, by band of amounts and by how fast it answers',
  async (width, height) => {
    const search = { customer_id: '21', currency: 'TWD', is_test: 'no' };
    const drill = {
      screen: 'collections.transactions',
      search: { ...search, from: '2026-11-21T13', to: '2026-11-21T14' },
    };
    const customer = { id: '21', name: '明亮商店' };
    const hourly: DataRow = {
      key: '21 2026-11-21 13',
      customer,
      day: '2026-11-21',
      hour: '13',
      callback: { answered: 3, ms: { p50: 40, p95: 900 } },
      figures: { orders: 12, success: 8, timeToPay: 75, timeToPay95: 300 },
      drill: { orders: drill },
    };
    const banded: DataRow = {
      key: '21 1000',
      customer,
      band: '1000',
      callback: null,
      figures: { orders: 7 },
      drill: {
        orders: {
          screen: 'collections.transactions',
          search: {
            ...search,
            from: '2026-11-21',
            to: '2026-11-21',
            amount_min: '1000',
            amount_max: '1999.999999',
          },
        },
      },
    };
    const hours = [
      { day: '2026-11-21', hour: '12', orders: 0, success: 0, failed: 0, before: 6 },
      { day: '2026-11-21', hour: '13', orders: 12, success: 8, failed: 3, before: 3, drill },
    ];
    const said = wire(
      reply(merchantAnalysis, ({ group }) => ({
        ...pageOf([group === 'band' ? banded : hourly]),
        summary: { ...summary, hours },
      })),
    );
    const { piece, unmount } = await renderScreen(as(MerchantAnalysis), { width, height });
    await expect.poll(() => piece.textContent).toContain('Merchant 明亮商店 · 21');
    expect(said.askedOf(merchantAnalysis)[0]).toMatchObject({ group: 'day.hour', sort: '-orders' });
    for (const part of ['Succeeded', 'Failed', 'Not counted', 'Compared range'])
      expect(piece.querySelector('section p')?.parentElement?.textContent).toContain(part);
    // Of twelve the bars hold eight, three and one; the line has both hours of the other range.
    const bars = [...piece.querySelectorAll('svg rect')].map((one) => [
      one.getAttribute('data-of'),
      one.getAttribute('x'),
      one.getAttribute('height'),
    ]);
    expect(bars).toEqual([
      ['success', '13.1', '40'],
      ['failed', '13.1', '15'],
      ['rest', '13.1', '5'],
    ]);
    const line = piece.querySelector('svg[role="img"] path')?.getAttribute('d');
    expect(line).toContain('L12.5 30 L13.5 45');
    const asked = inputOf(searchCollections, collectionFields({ t: words, statuses: words, isInside: true }));
    const cell = piece.querySelector<HTMLAnchorElement>('section table a') ?? expect.fail('it leads nowhere');
    expect(asked(searchOf(cell), now)).toMatchObject({
      customer_id: '21',
      created_from: '2026-11-21T05:00:00.000Z',
      created_to: '2026-11-21T06:00:00.000Z',
    });
    expect(piece.scrollWidth).toBeLessThanOrEqual(width);
    if (width > 1000) expect(piece.textContent).toContain('40 / 900 ms');
    await unmount();
    const amounts = await renderScreen(as(MerchantAnalysis), { width, height, search: { group: 'band' } });
    await expect.poll(() => amounts.piece.textContent).toContain('1,000 – 1,999.99');
    expect(amounts.piece.textContent).toContain('at most two days');
    const bar = [...amounts.piece.querySelectorAll<HTMLAnchorElement>('section a')].find(
      (link) => link.textContent === '7',
    );
    expect(asked(searchOf(bar ?? expect.fail('no bar leads anywhere')), now)).toMatchObject({
      amount_min: '1000',
      amount_max: '1999.999999',
    });
  },
);

const exchange = {
  quote: 'TWD' as const,
  rates: [
    {
      agent: null,
      versions: [
        { valid_from: '2026-11-01T00:00:00.000Z', collection_rate: '31', payment_rate: '32' },
        { valid_from: '2026-11-21T04:00:00.000Z', collection_rate: '31.5', payment_rate: '33' },
      ],
    },
  ],
  fx: {
    result: '12.5000',
    drill: { screen: 'accounting.systemIncome', search: { kind: 'fx', currency: 'TWD' } },
    sold: '1000.000000',
    kept: '32500.0000',
    rate: '32.5',
    open_result: '1000.0000',
  },
};

test.each([
  ['desk', 1440, 900],
  ['phone', 390, 844],
])('accounts of USDT stand below the rates of the pair, step by step (%s)', async (_, width, height) => {
  const crypto = { clearing: '950.250000', provider: null, difference: null, checked_at: null };
  const row = (id: string, addresses: NonNullable<DataRow['crypto']>['addresses']): DataRow => ({
    key: id,
    channel_account: { id, name: 'TRC20' },
    figures: { orders: 4, successRate: null, actual: '951.000000', payouts: 0, paidAmount: '0.000000' },
    crypto: { ...crypto, addresses },
    drill: {},
  });
  const of = { ...summary, currency: 'USDT' as const, figures: { actual: '1902.000000' } };
  const items = [row('31', { used: 2, waiting: 5, of: 3 }), row('32', null)];
  wire(reply(cryptoData, () => ({ ...pageOf(items, 2), summary: { ...of, exchange } })));
  const { piece, unmount } = await renderScreen(as(Crypto), { width, height });
  await expect.poll(() => piece.textContent).toContain('951.00');
  // A card has no room for what lies there.
  if (width > 1000) for (const part of ['2 / 3', '950.25']) expect(piece.textContent).toContain(part);
  expect(piece.textContent).toContain('USDT / TWD');
  // What began before the days does so at their edge; the other at noon, at the highest rate of all.
  const lines = [...piece.querySelectorAll('svg[role="img"] path')].map((one) => one.getAttribute('d'));
  expect(lines).toEqual(['M0 56 H500 L500 43 H1000', 'M0 30 H500 L500 4 H1000']);
  const axes = piece.querySelector<HTMLElement>('div:has(> svg[role="img"])') ?? expect.fail('no scale');
  expect([...axes.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual([
    '33',
    '31',
    'TWD',
    '00:00',
    '06:00',
    '12:00',
    '18:00',
    '24:00',
  ]);
  const { left, right } = axes.getBoundingClientRect();
  for (const tick of axes.querySelectorAll('span')) {
    const place = tick.getBoundingClientRect();
    expect(place.left).toBeGreaterThanOrEqual(left);
    expect(place.right).toBeLessThanOrEqual(right + 1);
  }
  expect(linkIn(piece, '12.50 TWD').href).toContain('#/wrap/accounting.systemIncome?');
  expect(piece.textContent).toContain('1,000.00 USDT');
  expect(piece.scrollWidth).toBeLessThanOrEqual(width);
  await unmount();
});

test('a pair without a rate says so, and whoever stands below the platform sees nothing of its result', async () => {
  wire(
    reply(cryptoData, () => ({
      ...pageOf([]),
      summary: {
        ...summary,
        currency: 'USDT' as const,
        exchange: { quote: 'TWD' as const, rates: [], fx: null },
      },
    })),
  );
  const { piece } = await renderScreen(as(Crypto, { id: '3', agent_id: '3' }));
  await expect.poll(() => piece.textContent).toContain('No rate was in force');
  expect(piece.querySelector('section dl')).toBeNull();
  expect(piece.querySelector('svg[role="img"]')).toBeNull();
});

test('withdrawals by their locked rates lead to their list, and each currency is summed by itself', async () => {
  const search = {
    owner: '41',
    no: 'W0000000007',
    currency: 'TWD',
    target_currency: 'USDT',
    status: ['paid'],
    range: 'all',
  };
  const figures = {
    withdrawals: 1,
    withdrawalsPaid: 1,
    withdrawalAmount: '32600.0000',
    withdrawalPaid: '32600.0000',
    withdrawalSent: '998.000000',
    withdrawalFee: '2.000000',
    withdrawalMargin: '100.0000',
    lockedRate: '32.6',
    lockedLow: '32.6',
    lockedHigh: '32.6',
  };
  const row: DataRow = {
    key: '2026-11-21 W0000000007 41',
    day: '2026-11-21',
    withdrawal: 'W0000000007',
    owner: { id: '41', name: '星際互動' },
    figures,
    drill: { withdrawalSent: { screen: 'withdraws.list', search } },
  };
  const said = wire(
    reply(cryptoData, () => ({
      ...pageOf([row]),
      summary: {
        ...summary,
        currency: 'USDT' as const,
        figures,
        exchange,
        drill: {
          withdrawalAmount: {
            screen: 'withdraws.list',
            search: { currency: 'TWD', target_currency: 'USDT', from: '2026-11-21', to: '2026-11-21' },
          },
        },
      },
    })),
    reply(searchWithdrawals, () => ({ refused: { code: 404, message: 'no data found' } })),
  );
  const { piece, unmount } = await renderScreen(as(Crypto), {
    search: { group: 'withdrawal', quote: 'TWD' },
  });
  await rowsCome(piece);
  expect(said.askedOf(cryptoData)[0]).toMatchObject({ group: 'withdrawal', quote: 'TWD' });
  expect(piece.textContent).toContain('星際互動 · 41');
  expect(piece.textContent).not.toContain('Addresses in use');
  const sums = [...piece.querySelectorAll('li')].map((one) => one.textContent);
  expect(sums.filter((text) => /^USDT.*998\.00/.test(text) && !text.includes('32,600.00'))).toHaveLength(1);
  expect(sums.filter((text) => /^TWD.*32,600\.00/.test(text) && !text.includes('998.00'))).toHaveLength(1);
  const led = searchOf(linkSaying(piece, '998.00'));
  const whole = [...piece.querySelectorAll<HTMLAnchorElement>('li a')].find(
    (link) => link.textContent === '32,600.00',
  );
  const ofDay = searchOf(whole ?? expect.fail('their sum leads nowhere'));
  await unmount();
  // Their list asks for exactly that.
  const one = await renderScreen(as(WithdrawalList), { search: led });
  await expect
    .poll(() => said.askedOf(searchWithdrawals)[0])
    .toMatchObject({
      owner: '41',
      no: 'W0000000007',
      currency: 'TWD',
      target_currency: 'USDT',
      status: ['paid'],
    });
  await one.unmount();
  await renderScreen(as(WithdrawalList), { search: ofDay });
  await expect
    .poll(() => said.askedOf(searchWithdrawals).at(-1))
    .toMatchObject({
      target_currency: 'USDT',
      created_from: '2026-11-20T16:00:00.000Z',
      created_to: '2026-11-21T16:00:00.000Z',
    });
});

test('a merchant is edited and gone in for where his figures stand, as his row allows', async () => {
  const row = (id: string, acts: DataRow['acts']): DataRow => ({
    key: id,
    customer: { id, name: `商店 ${id}` },
    acts,
    figures: { orders: 12 },
    drill: {},
  });
  const items = [row('21', ['edit']), row('22', ['impersonate']), row('23', [])];
  const user: UserInfo = {
    ...userAt(0, now),
    id: '21',
    username: 'shop21',
    region: 'UTC+8',
    last_login_ip: null,
    updated_at: '2026-11-21T01:00:00.000Z',
    role: null,
    has_password: true,
    has_payment_password: true,
    settle_rule: 'T1',
    payout_from_unsettled: false,
    system_fee_mode: null,
    api_version: 'v2',
    callback_hold_after_8h: false,
    notify_via: 'merchant',
    allow_manual_balance: false,
    allow_manual_payout: false,
  };
  const said = wire(
    reply(merchantsData, () => ({ ...pageOf(items, 3), summary })),
    reply(userInfo, () => user),
  );
  const screen = await renderScreen(as(Merchants, { id: '1', role_name: 'admin' }), {
    permissions: ['users.list.update'],
  });
  await rowsCome(screen.piece);
  const rows = [...screen.piece.querySelectorAll('tbody tr')];
  expect(rows.map((one) => one.querySelectorAll('button').length > 0)).toEqual([true, true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit user' }));
  await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent).toContain('shop21');
  expect(said.askedOf(userInfo)).toEqual([{ id: '21' }]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Log in as user' }));
  await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent).toContain('商店 22');
});
