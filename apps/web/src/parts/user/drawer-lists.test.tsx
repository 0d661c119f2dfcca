import {
  userBalance,
  userChangelogs,
  userChannels,
  userFrozen,
  userLogins,
  userRates,
  userSettleable,
} from '@suanpan/contract/endpoints/user-facets';
import { subAccounts } from '@suanpan/contract/endpoints/users';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cutFigures, headers, rowsCome } from '../../../test/grid.ts';
import { userAt, usersPage } from '../../../test/fixture/users.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { LoginsTab } from './logins-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { RatesTab } from './rates-tab.tsx';
import { SubsTab } from './subs-tab.tsx';
import { TurnoverTab } from './turnover-tab.tsx';

const user = userAt(0, Date.now());
const at = new Date().toISOString();

test.each([
  ['sub-accounts', SubsTab, ['Status', 'Username', 'Name', '2FA', 'Last login (UTC+8)']],
  ['logins', LoginsTab, ['Result', 'Time (UTC+8)', 'IP', 'Device']],
  // The words of the rows come before the zone in the header.
  ['turnover', TurnoverTab, ['Event', 'Order', 'Bucket', 'Change', 'After', 'Time']],
] as const)('%s: state or event first, figures whole', async (_name, Tab, titles) => {
  wire(
    reply(subAccounts, () => usersPage([userAt(1, Date.now(), { role_name: 'customerSub' })])),
    reply(userLogins, () =>
      pageOf([{ id: '1', at, ip: '203.0.113.201', user_agent: 'Mozilla/5.0', outcome: 'success' }]),
    ),
    reply(userChangelogs, () => ({
      items: [
        {
          id: '1',
          journal_id: '9',
          created_at: at,
          event: 'collection.settled',
          order_no: 'C2611210000090000',
          owner_id: user.id,
          owner_name: user.name,
          account: 'L210',
          currency: 'TWD' as const,
          before: '1204000.0000',
          change: '-104000.2500',
          after: '1100000.7500',
          operator: null,
          note: null,
        },
      ],
      page: 1,
      paginate: 30,
      total: 1,
      next_cursor: null,
      summary: { by_currency: [] },
    })),
  );
  const { piece } = await renderScreen(() => (
    <div style={{ width: 720 }}>
      <Tab user={user} />
    </div>
  ));
  await rowsCome(piece);
  expect(headers(piece)).toEqual(titles);
  expect(cutFigures(piece)).toEqual([]);
});

const edit = (journal_id: string, change: string) => ({
  journal_id,
  created_at: at,
  change,
  operator: 'admin.lin',
  note: 'by court order',
});

test('balances, buckets, days to come and edits by hand are lists like every other', async () => {
  const said = wire(
    reply(userBalance, ({ at: asked }) => ({
      at: asked ?? null,
      as_of_journal: asked === undefined ? null : '4711',
      items: [
        {
          currency: 'TWD' as const,
          balance: '1204000.2500',
          unsettlement_amount: '4000.0000',
          total: '1208000.2500',
          frozen_amount: '10.0000',
          reserved: '0.0000',
          fee_income: '0.0000',
          accounts: [{ account: 'L200', amount: '1204000.2500' }],
        },
      ],
    })),
    reply(userSettleable, () => ({
      currency: 'TWD' as const,
      settleable: '1204000.2500',
      payout_only: '0.0000',
      unsettled: '4000.0000',
      due: [{ day: 'manual', amount: '4000.0000' }],
      edits: [edit('7', '-5.0000')],
    })),
    reply(userFrozen, () => ({
      currency: 'TWD' as const,
      frozen: '10.0000',
      by_hand: '10.0000',
      settleable: '1204000.2500',
      freezes: [],
      edits: [edit('8', '10.0000')],
    })),
  );
  const { piece } = await renderScreen(() => (
    <div style={{ width: 720 }}>
      <MoneyTab user={user} />
    </div>
  ));
  const titles = () => [...piece.querySelectorAll('h3')].map((title) => title.textContent);
  await expect.poll(titles).toEqual(['Balances', 'All buckets', 'To be released', 'Manual edits']);
  await expect.poll(() => piece.querySelectorAll('tbody tr[data-key]').length).toBe(5);
  const texts = [...piece.querySelectorAll('tbody')].map((body) => body.textContent);
  expect(texts[0]).toContain('1,204,000.2500');
  expect(texts[1]).toContain('Settleable funds');
  expect(texts[2]).toContain('Manual');
  expect(texts[3]).toContain('by court order');
  expect(cutFigures(piece)).toEqual([]);
  // As of a moment of the past, told with the last journal that counts.
  const moment = piece.querySelector('input[type="datetime-local"]') as HTMLInputElement;
  await userEvent.fill(moment, '2026-11-20T10:30:00');
  await expect.poll(() => said.askedOf(userBalance).at(-1)?.at).toBe('2026-11-20T02:30:00.000Z');
  await expect.poll(() => piece.textContent).toContain('Up to journal 4711');
});

test('channels and rates are lists; a price that nobody here may know is no column', async () => {
  const price = { pct: '2.8', per_item: '5.0000' };
  wire(
    reply(userChannels, () => ({
      items: [
        {
          id: '1',
          channel_id: '7',
          channel: 'CTBC 02',
          code: 'ctbc2',
          direction: 'collection',
          alias: null,
          weight: 40,
          min_amount: '100.0000',
          max_amount: '50000.0000',
          currency: 'TWD' as const,
          enabled: false,
        },
      ],
    })),
    reply(userRates, () => ({
      items: [
        {
          id: '1',
          channel: 'CTBC 02',
          alias: null,
          customer_id: null,
          customer_name: null,
          currency: 'TWD' as const,
          merchant: price,
          sub_agent: null,
          middleman: null,
          endpoint: null,
          system: { pct: '0.1', per_item: '0.0000' },
        },
      ],
    })),
  );
  const { piece } = await renderScreen(() => (
    <div style={{ width: 720 }}>
      <RatesTab user={user} />
    </div>
  ));
  await expect.poll(() => piece.querySelectorAll('tbody tr[data-key]').length).toBe(2);
  const heads = [...piece.querySelectorAll('table')].map((table) =>
    [...table.querySelectorAll('thead th')].map((head) => head.textContent?.trim()).filter(Boolean),
  );
  expect(heads).toEqual([
    ['Status', 'Channel', 'Weight', 'Per order'],
    ['Channel', 'Merchant fee', 'System fee'],
  ]);
  const [channels, rates] = [...piece.querySelectorAll('tbody')].map((body) => body.textContent);
  expect(channels).toContain('100.00 – 50,000.00');
  expect(rates).toContain('2.8% + 5.0000');
  expect(rates).toContain('0.1%');
  expect(cutFigures(piece)).toEqual([]);
});
