import { deposits, type DepositRow } from '@suanpan/contract/endpoints/deposits';
import { fundRegister, type MovementRow } from '@suanpan/contract/endpoints/funds';
import { searchPayoutCards, type CardRow } from '@suanpan/contract/endpoints/payout-cards';
import { searchRefunds, type RefundRow } from '@suanpan/contract/endpoints/refunds';
import { searchWithdrawals, type WithdrawalRow } from '@suanpan/contract/endpoints/withdrawals';
import { describe, expect, test } from 'vitest';
import { cutFigures, cutHeaders, headers, rowsCome, wholeRows } from '../../test/grid.ts';
import { pageOf } from '../../test/page-of.ts';
import { renderScreen } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { Deposits } from './collections/deposit.tsx';
import { Reverts } from './collections/revert.tsx';
import { PaymentCards } from './payment/card.tsx';
import { CashManagement } from './withdraws/cashManagement3.tsx';
import { WithdrawalList } from './withdraws/list.tsx';

/** The longest form of a time in this year, and amounts as large as they come. */
const at = new Date(Date.now() - 36 * 3_600_000).toISOString();
const amount = '12345678.9000';
const shop = { id: '100047', name: '星際互動娛樂股份有限公司' };
const currencyOf = (index: number) => (index % 2 === 0 ? ('TWD' as const) : ('USDT' as const));
const forty = <Row,>(make: (index: number) => Row): Row[] => Array.from({ length: 40 }, (_, i) => make(i));

const withdrawal = (index: number): WithdrawalRow => ({
  id: String(index + 1),
  no: `W26112100000000${index}`,
  owner: shop,
  currency: currencyOf(index),
  amount,
  fee: '15.0000',
  fee_mode: 'inside',
  target_currency: currencyOf(index),
  target_amount: amount,
  rate: null,
  rate_until: null,
  type: 'bank',
  account_name: '王小明',
  bank_code: '004',
  bank_name: '臺灣銀行',
  branch: null,
  card_no: '400500****0080',
  network: null,
  status: 'processing',
  is_cooling: false,
  third_party_no: null,
  slip: null,
  remarks: null,
  decision_reason: null,
  applicant: 'star',
  operator: 'admin.lin',
  created_at: at,
  completed_at: null,
  actions: ['approve', 'reject'],
});
const deposit = (index: number): DepositRow => ({
  id: String(index + 1),
  no: `D26112100000000${index}`,
  owner: shop,
  amount,
  fee: '250.0000',
  credited: amount,
  currency: currencyOf(index),
  method: 'bank',
  payer_last5: '40917',
  tx_hash: null,
  claimed_by_others: [],
  slip: null,
  note: null,
  status: 'pending',
  applicant: 'star',
  operator: 'admin.lin',
  decision_reason: null,
  created_at: at,
  completed_at: null,
  actions: ['approve', 'reject'],
});
const refund = (index: number): RefundRow => ({
  id: String(index + 1),
  no: `R26112100000000${index}`,
  kind: 'charge_back',
  order: { id: '9', no: 'C2611210000000011', merchant_order_no: 'M-20261121-000011' },
  customer: shop,
  amount,
  currency: currencyOf(index),
  refund_status: 'preparing',
  provider_order_no: 'PR-20261121-99',
  mix: [],
  attempts: 2,
  operator: 'admin.lin',
  reason: 'paid twice',
  failure: null,
  created_at: at,
  completed_at: null,
  won_at: null,
  won_ref: null,
  actions: ['send', 'fail'],
});
const movement = (index: number): MovementRow => ({
  id: String(index + 1),
  at,
  kind: 'withdrawal',
  no: `W26112100000000${index}`,
  from: shop,
  from_account: 'L210',
  to: null,
  to_account: 'L310',
  amount,
  currency: currencyOf(index),
  operator: 'admin.lin',
  note: 'the week is over',
  journal_id: '90017',
  status: 'done',
});
const card = (index: number): CardRow => ({
  id: String(index + 1),
  customer: shop,
  card: '400500****0080',
  account_name: '王小明',
  bank_name: '臺灣銀行',
  kind: 'payee',
  channel: 'Bank transfer',
  day: '2026-11-21',
  currency: currencyOf(index),
  count: 12,
  amount,
  limit_count: 20,
  limit_amount: amount,
  enabled: index % 3 > 0,
  is_on: true,
  version: 0,
  last_at: at,
  cleared_at: null,
  actions: ['clearCardUsage'],
});

const sums = [
  { currency: 'TWD' as const, count: 20, amount },
  { currency: 'USDT' as const, count: 20, amount },
];
const listed = [
  reply(searchWithdrawals, () => ({
    ...pageOf(forty(withdrawal)),
    summary: {
      by_currency: sums.map((sum) => ({ ...sum, paid_amount: amount })),
      held: { open: 1, most: 3 },
    },
  })),
  reply(deposits, () => ({
    ...pageOf(forty(deposit)),
    summary: { by_currency: sums.map((sum) => ({ ...sum, fee: '250.0000', credited: amount })) },
  })),
  reply(searchRefunds, () => ({ ...pageOf(forty(refund)), summary: { by_currency: sums } })),
  reply(fundRegister, () => ({ ...pageOf(forty(movement)), summary: { by_currency: sums } })),
  reply(searchPayoutCards, () => ({
    ...pageOf(forty(card)),
    summary: { day: '2026-11-21', by_currency: sums.map((sum) => ({ ...sum, uses: 240 })) },
  })),
];

const screens = [
  ['withdrawals', WithdrawalList, {}, [/Status/, /Owner/, /Amount/, /Applied|Created|Time/]],
  ['deposits', Deposits, {}, [/Status/, /Owner/, /Amount/, /Method/, /Time/]],
  ['refunds', Reverts, {}, [/status/, /Merchant/, /Amount/, /Time|Created|Asked/]],
  [
    'the register of funds',
    CashManagement,
    { part: 'register' },
    [/Kind|Type/, /From/, /To/, /Amount/, /Time/],
  ],
  ['cards', PaymentCards, {}, [/Merchant/, /Amount/, /Last/]],
] as const;

describe.each(screens)('%s', (_name, Screen, search, read) => {
  test.each([
    [1440, 900, 20],
    [1024, 768, 12],
  ])('at %i × %i at least %i rows stand whole, with what an operator reads', async (width, height, least) => {
    wire(...listed);
    const { piece } = await renderScreen(Screen, { search: { ...search }, width, height });
    await rowsCome(piece);
    await expect.poll(() => wholeRows(piece)).toBeGreaterThanOrEqual(least);
    const scroller = piece.querySelector('table')?.parentElement ?? expect.fail('there is no table');
    expect(scroller.scrollWidth).toBe(scroller.clientWidth);
    const shown = headers(piece).join('|');
    for (const title of read) expect(shown).toMatch(title);
    expect(cutHeaders(piece)).toEqual([]);
    expect(cutFigures(piece)).toEqual([]);
    // Two currencies stand here, so each figure says which is its own.
    const [first] = piece.querySelectorAll<HTMLElement>('tbody tr[data-key]');
    expect(first?.textContent).toContain('TWD');
  });
});
