import {
  liveCollections,
  reissueNotice,
  searchCollections,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { findNames } from '@suanpan/contract/endpoints/names';
import { refundCollections } from '@suanpan/contract/endpoints/refunds';
import { sharedPreferences, writePreference } from '@suanpan/contract/endpoints/preferences';
import { createWatch, watches } from '@suanpan/contract/endpoints/watches';
import { orders as cn } from '@suanpan/messages/zh-CN/orders';
import { orders as en } from '@suanpan/messages/en/orders';
import { orders as tw } from '@suanpan/messages/zh-TW/orders';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { orderAt } from '../../../test/fixture/orders.ts';
import { cutHeaders, headers, rowsCome, wholeRows } from '../../../test/grid.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ordersChanged } from '../../lib/socket.ts';
import { CollectionTransactions } from './transactions.tsx';

const nowMs = Date.now();
const orders = Array.from({ length: 60 }, (_, index) => orderAt(index, nowMs));
const shownWithItsDay = new Date(nowMs - 36 * 3_600_000).toISOString();
const sum = (currency: CollectionRow['currency']) => ({
  currency,
  count: 30,
  success_count: 20,
  failed_count: 10,
  amount: '1214880.0000',
  actual: '1114880.0000',
  accounted: '1014880.0000',
  fee: '34880.0000',
});

const answered = (items: CollectionRow[] = orders.slice(0, 50)) => ({
  ...pageOf(items, 60),
  summary: { by_currency: [sum('TWD'), sum('USDT')], success_rate: '66.66' },
});
const listed = () => reply(searchCollections, () => answered());

const rowOf = (piece: HTMLElement, order: CollectionRow): HTMLElement =>
  piece.querySelector<HTMLElement>(`tr[data-key="${order.id}"]`) ?? expect.fail('the row is not there');

const prompts = [tw, cn, en].map((words) => words.filters.numberPlaceholder);

/** How wide words are set in this field, in pixels. */
function widthIn(input: HTMLInputElement, words: string): number {
  const pen = document.createElement('canvas').getContext('2d') ?? expect.fail('nothing measures');
  pen.font = getComputedStyle(input).font;
  return pen.measureText(words).width;
}

describe('collection orders on the screen', () => {
  test('whoever chose an act from the menu of a row and thought better of it is at that row again', async () => {
    wire(listed());
    const { piece } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    const more = piece.querySelector<HTMLElement>('[data-act=more]') ?? expect.fail('no row has a menu');
    more.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.querySelector('[role=menuitem]')).not.toBeNull();
    await userEvent.click(
      document.querySelector('[role=menuitem]:not([disabled])') ?? expect.fail('it is empty'),
    );
    await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
    expect(document.activeElement).toBe(more);
  });

  test('on a phone the prompt of the first filter is read whole in every language', async () => {
    wire(listed());
    const { piece } = await renderScreen(CollectionTransactions, {
      width: 390,
      permissions: ['collections.transactions.get', 'collections.transactions.export'],
    });
    await expect.poll(() => piece.querySelector('[role=search] input')).not.toBeNull();
    const input = piece.querySelector<HTMLInputElement>('[role=search] input') ?? expect.fail('no filter');
    expect(prompts).toContain(input.placeholder);
    for (const prompt of prompts)
      expect(widthIn(input, prompt), prompt).toBeLessThanOrEqual(input.clientWidth);
  });

  test.each([
    [1440, 900, 20],
    [1024, 768, 12],
  ])('at %i × %i at least %i rows stand whole, with what an operator reads', async (width, height, least) => {
    // The longest form of a time in this year, and of a state.
    const longest = orders.slice(0, 50).map((order) => ({ ...order, created_at: shownWithItsDay }));
    wire(reply(searchCollections, () => answered(longest)));
    const { piece } = await renderScreen(CollectionTransactions, { width, height });
    await rowsCome(piece);
    await expect.poll(() => wholeRows(piece)).toBeGreaterThanOrEqual(least);
    const scroller = piece.querySelector('table')?.parentElement;
    expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
    const shown = headers(piece).join();
    for (const title of [/Status/, /Merchant/, /channel/i, /amount/i, /Created/])
      expect(shown).toMatch(title);
    expect(cutHeaders(piece)).toEqual([]);
    const [first] = orders;
    expect(first && rowOf(piece, first).textContent).toContain(first?.currency);
    const cut = [...piece.querySelectorAll<HTMLElement>('tbody .num')]
      .map((figure) => figure.closest('td'))
      .filter((cell) => cell && cell.scrollWidth > cell.clientWidth);
    expect(cut).toEqual([]);
    expect(piece.querySelector<HTMLElement>('form')?.offsetHeight).toBe(32);
  });

  test('what waits for a second person is marked, and is not asked for once more', async () => {
    const [first = expect.fail('there is no order')] = orders;
    const waiting: CollectionRow = {
      ...first,
      actions: ['supply', 'abnormal'],
      waiting_acts: [
        {
          act: 'collections.supply',
          asked_at: new Date(Date.now() - 5 * 60_000).toISOString(),
          approval_id: '12',
          maker: { id: '3', name: 'Lin' },
          blocks: ['supply'],
        },
      ],
    };
    wire(reply(searchCollections, () => answered([waiting])));
    const { getByRole, piece } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    const row = rowOf(piece, waiting);
    await expect
      .poll(() => row.querySelector('a[href="#/wrap/admin.approvals?open=12"]')?.textContent)
      .toBe('Waits for a second person · Force-supply a collection · 5 min · Lin');
    const cell = row.querySelector('a[href^="#/wrap/admin.approvals"]')?.closest('td');
    expect(cell?.scrollWidth).toBe(cell?.clientWidth);
    await userEvent.click(row.querySelector('[data-act="more"]') ?? piece);
    const supply = getByRole('menuitem', { name: 'Forced supply' });
    await expect.element(supply).toBeDisabled();
    expect(supply.element().getAttribute('title')).toBe(
      'Waits for a second person; it must be decided first',
    );
    await expect.element(getByRole('menuitem', { name: 'Mark as abnormal' })).toBeEnabled();
  });

  test('on a phone five orders of three lines are in sight', async () => {
    wire(listed());
    const { piece } = await renderScreen(CollectionTransactions, { width: 390, height: 844 });
    await rowsCome(piece);
    const cards = [...piece.querySelectorAll('article[data-key]')];
    const inSight = cards.filter((card) => card.getBoundingClientRect().bottom <= 844 - 48 - 36 - 10);
    expect(inSight.length).toBeGreaterThanOrEqual(5);
  });

  test('where the dates hide a payer, the empty list says so and brings him with one click', async () => {
    const none = pageOf([]);
    const summary = { by_currency: [], success_rate: null };
    const { askedOf } = wire(
      reply(searchCollections, ({ created_from }) =>
        created_from === undefined ? answered(orders.slice(0, 3)) : { ...none, summary, outside: 3 },
      ),
    );
    const { piece, getByRole, seen } = await renderScreen(CollectionTransactions, {
      search: { real_name: '歐陽不二', last5: '40917' },
    });
    await userEvent.click(getByRole('button', { name: 'Show 3 outside these dates' }));
    await rowsCome(piece);
    expect(seen.search).toMatchObject({ real_name: '歐陽不二', range: 'all' });
    expect(askedOf(searchCollections).at(-1)).toMatchObject({ real_name: '歐陽不二', last5: '40917' });
  });

  test('all fields are the specification’s sixteen in its order, then merchant, agent and currency', async () => {
    const { askedOf } = wire(
      listed(),
      reply(writePreference, () => ({})),
    );
    const { piece, getByRole, getByText } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    // What colleagues share is read where it is shown.
    expect(askedOf(sharedPreferences)).toEqual([]);
    await userEvent.click(getByRole('button', { name: 'Columns' }));
    await expect.poll(() => askedOf(sharedPreferences).length).toBe(1);
    await userEvent.click(getByText('All fields'));
    await expect
      .poll(() => headers(piece).slice(1, -1))
      .toEqual([
        'Merchant order no.',
        'System order no.',
        'Created (UTC+8)',
        'Completed (UTC+8)',
        'Order amount',
        'Actual amount',
        'Accounted amount',
        'Exchange rate',
        'Processing fee',
        'Payment channel',
        'Real name',
        'Status',
        'Callback',
        'Request IP',
        'Product name',
        'Expires (UTC+8)',
        'Merchant',
        'Senior agent',
        'Currency',
      ]);
    await expect
      .poll(() => askedOf(writePreference)[0])
      .toMatchObject({
        key: 'grid.collections.transactions',
        value: { preset: 'all' },
      });
  });

  test('the default view is taken where the screen is opened without a search', async () => {
    const view = { name: 'Failed callbacks', search: { callback_status: 'failed' }, isDefault: true };
    const { askedOf } = wire(listed());
    const { piece, seen } = await renderScreen(CollectionTransactions, {
      preferences: { 'views.collections.transactions': [view] as never },
    });
    await rowsCome(piece);
    await expect.poll(() => seen.search).toEqual({ callback_status: 'failed', view: 'Failed callbacks' });
    await expect.poll(() => askedOf(searchCollections).at(-1)?.callback_status).toEqual(['failed']);
  });
});

describe('what tells', () => {
  test('is the search as it stands, without its days and without the name of a payer', async () => {
    const { askedOf } = wire(
      listed(),
      reply(watches, () => ({ items: [] })),
      reply(createWatch, () => ({ id: '1' })),
    );
    const { piece, getByRole } = await renderScreen(CollectionTransactions, {
      search: { status: 'expired', range: 'yesterday' },
    });
    await rowsCome(piece);
    await userEvent.click(getByRole('button', { name: 'Views' }));
    await userEvent.click(getByRole('button', { name: 'Tell me …' }));
    await userEvent.fill(getByRole('textbox', { name: 'More than (rows)' }), '5');
    await userEvent.click(getByRole('button', { name: 'Tell me', exact: true }));
    await expect
      .poll(() => askedOf(createWatch)[0])
      .toEqual({
        kind: 'collections.transactions',
        name: 'Collection orders · Failed, expired',
        filter: { status: ['expired'] },
        search: { status: 'expired' },
        mark: 5,
        older_min: 0,
        window_min: 1_440,
        via: ['bell'],
        url: null,
      });
  });
});

describe('finding', () => {
  test('a number is looked up without days, and one that nobody has is named', async () => {
    const { askedOf } = wire(
      reply(searchCollections, () => ({ ...answered(orders.slice(0, 1)), unmatched: ['B2'] })),
    );
    const { piece, text } = await renderScreen(CollectionTransactions, { search: { numbers: 'A1 B2' } });
    await rowsCome(piece);
    const [asked] = askedOf(searchCollections);
    expect(asked).toMatchObject({ numbers: ['A1', 'B2'] });
    expect(asked).not.toHaveProperty('created_from');
    expect(text()).toContain('Not found: B2');
  });

  test('a merchant is picked by his name', async () => {
    const { askedOf } = wire(
      listed(),
      reply(findNames, ({ search = '' }) =>
        'qingkong'.startsWith(search) ? [{ id: '1001', name: 'Qingkong' }] : [],
      ),
    );
    const { piece, getByRole, seen } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    await userEvent.type(getByRole('combobox', { name: 'Merchant' }), 'qing');
    await userEvent.click(getByRole('option', { name: 'Qingkong 1001' }));
    await expect.poll(() => seen.search).toEqual({ customer_id: '1001' });
    await expect.poll(() => askedOf(searchCollections).at(-1)?.customer_id).toBe('1001');
  });

  test('an id that is no senior agent is told in the words of the specification', async () => {
    const sentence = 'Please enter the correct Premium Proxy ID';
    wire(
      reply(searchCollections, () => ({
        refused: { code: 400, message: 'Not accepted', errors: { agent_id: [sentence] } },
      })),
      reply(findNames, () => []),
    );
    const { text } = await renderScreen(CollectionTransactions, { search: { agent_id: '1001' } });
    await expect.poll(text, { timeout: 20_000 }).toContain(sentence);
  });
});

describe('alive', () => {
  const event = (order: CollectionRow) => ({
    kind: 'collection' as const,
    id: order.id,
    order_no: order.order_no,
    status: order.status,
    callback_status: order.callback_status,
    amount: order.order_amount,
    currency: order.currency,
    at: order.created_at,
  });
  const pending = orders.find((order) => order.status === 'pending') ?? expect.fail('no order is pending');

  test('a changed order is fetched whole, in one call for all; only what the filter shows is counted', async () => {
    const paid: CollectionRow = {
      ...pending,
      status: 'success',
      actual_amount: '777.0000',
      actions: ['reissue', 'callback'],
    };
    const { askedOf } = wire(
      listed(),
      reply(liveCollections, () => ({ items: [paid], shown: [pending.id, '95001'] })),
    );
    const { piece, text } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    expect(rowOf(piece, pending).querySelector('[data-act="more"]')).toBeNull();
    ordersChanged.emit([event(pending)]);
    ordersChanged.emit([event({ ...pending, id: '95001' }), event({ ...pending, id: '95002' })]);
    await expect.poll(() => rowOf(piece, pending).textContent).toContain('777.00');
    expect(rowOf(piece, pending).querySelector('[data-act="more"]')).not.toBeNull();
    expect(text()).toContain('1 new orders');
    expect(askedOf(liveCollections)).toHaveLength(1);
    expect(askedOf(liveCollections)[0]?.ids).toEqual([pending.id, '95001', '95002']);
  });

  test('what is new to one question is not told of the next one', async () => {
    wire(
      reply(searchCollections, ({ sort }) => answered(sort === '-amount' ? [] : orders)),
      reply(liveCollections, ({ ids }) => ({ items: [], shown: ids })),
    );
    const { piece, text } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    ordersChanged.emit([event({ ...pending, id: '95001' })]);
    await expect.poll(text).toContain('1 new orders');
    piece.querySelector<HTMLElement>('th:not([aria-sort]) button')?.click();
    await expect.poll(() => piece.querySelectorAll('tbody tr[data-key]').length).toBe(0);
    expect(text()).not.toContain('new orders');
  });

  test('a refresh that failed is said with the time of what is shown, until one succeeds', async () => {
    const line = wire(listed());
    const { piece, text, getByRole } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    line.cut(true);
    await userEvent.keyboard('r');
    await expect.poll(text, { timeout: 20_000 }).toMatch(/Could not refresh; shown as of \d\d:\d\d:\d\d/);
    await expect.poll(() => piece.querySelectorAll('tbody tr[data-key]').length).toBe(50);
    line.cut(false);
    await userEvent.click(getByRole('button', { name: 'Try again' }));
    await expect.poll(text).not.toContain('Could not refresh');
  });
});

describe('many at once', () => {
  test('rows are ticked by range, summed by currency, and what was refused is reported and tried again', async () => {
    const [good, bad] = orders.filter((order) => order.actions.includes('reissue'));
    if (!good || !bad) throw new Error('the sample has too few orders');
    let isRefused = true;
    const { askedOf } = wire(
      reply(searchCollections, () => answered([good, bad])),
      reply(reissueNotice, ({ id }) =>
        id === bad.id && isRefused
          ? { refused: { code: 21_001, message: 'Nothing was sent yet' } }
          : { event_id: 'evt_1' },
      ),
    );
    const { piece, text, getByRole } = await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    const ticks = getByRole('checkbox', { name: 'Select this row' });
    await userEvent.click(ticks.nth(0));
    await userEvent.click(ticks.nth(1), { modifiers: ['Shift'] });
    expect(text()).toContain('2 selected');
    const before = piece.querySelector('table')?.getBoundingClientRect().top;
    await userEvent.click(getByRole('button', { name: 'Reissue notice' }));
    await userEvent.click(getByRole('dialog').getByRole('button', { name: 'Reissue notice' }));
    await expect.poll(text).toContain('1 done, 1 failed');
    expect(text()).toContain(`${bad.order_no} Nothing was sent yet`);
    expect(piece.querySelector('table')?.getBoundingClientRect().top).toBe(before);
    isRefused = false;
    await userEvent.click(getByRole('button', { name: 'Retry the failed' }));
    await expect.poll(text).toContain('2 done, 0 failed');
    expect(askedOf(reissueNotice).map(({ id }) => id)).toEqual([good.id, bad.id, bad.id]);
  });

  test('paid ones go back by one proof, once their number is typed, and what cannot is told with the reason', async () => {
    const [one, two] = orders
      .slice(0, 2)
      .map((order): CollectionRow => ({ ...order, actions: [...order.actions, 'refund'] }));
    if (!one || !two) throw new Error('the sample has too few orders');
    const { askedOf } = wire(
      reply(searchCollections, () => answered([one, two])),
      reply(refundCollections, () => ({
        items: [
          { id: one.id, outcome: 'waiting' as const, message: null },
          { id: two.id, outcome: 'refused' as const, message: 'The balance does not cover it' },
        ],
      })),
    );
    const { piece, text, getByRole, getByLabelText, getByPlaceholder } =
      await renderScreen(CollectionTransactions);
    await rowsCome(piece);
    const ticks = getByRole('checkbox', { name: 'Select this row' });
    await userEvent.click(ticks.nth(0));
    await userEvent.click(ticks.nth(1), { modifiers: ['Shift'] });
    await userEvent.click(getByRole('button', { name: 'Refund', exact: true }));
    const send = getByRole('dialog').getByRole('button', { name: 'Refund', exact: true });
    await userEvent.fill(getByPlaceholder('State a reason'), 'the shop closed');
    await userEvent.fill(getByLabelText(/^Payment password/), 'secret');
    await userEvent.fill(getByLabelText(/^Two-factor code/), '123456');
    await expect.element(send).toBeDisabled();
    await userEvent.fill(getByLabelText('Type 2 to confirm'), '2');
    await userEvent.click(send);
    await expect.poll(text).toContain(`${two.order_no} The balance does not cover it`);
    expect(askedOf(refundCollections)).toMatchObject([
      { ids: [one.id, two.id], confirm: '2', reason: 'the shop closed', one_code: '123456' },
    ]);
  });
});
