import { findNames } from '@suanpan/contract/endpoints/names';
import {
  dispatchPayout,
  getPayout,
  livePayouts,
  lockPayout,
  markPayoutPaid,
  namePayoutTransfer,
  releaseUnsentPayout,
  revealPayoutCard,
  searchPayouts,
  type PayoutListRow,
} from '@suanpan/contract/endpoints/payouts';
import { writePreference } from '@suanpan/contract/endpoints/preferences';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { payoutAt, payoutDetail } from '../../../test/fixture/payouts.ts';
import { headers, rowsCome, wholeRows } from '../../../test/grid.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ordersChanged } from '../../lib/socket.ts';
import { PaymentTransactions } from './transactions.tsx';

const nowMs = Date.now();
const payouts = Array.from({ length: 50 }, (_, index) => payoutAt(index, nowMs));
const open = payouts.find(({ status }) => status === 'processing') ?? expect.fail('no payout is open');

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
/** One over a chain, in its operator's hand. */
const inHand: PayoutListRow = {
  ...open,
  account_name: '',
  bank_code: 'TRC20',
  bank_name: 'TRC20',
  card_no: 'TNEns8************************QjZK',
  currency: 'USDT',
  stage: 'claimed',
  wait_reason: null,
  actions: ['nameTransfer', 'notSent', 'markPaid', 'reveal', 'lock'],
};

const answered = (items: PayoutListRow[] = payouts) => ({
  ...pageOf(items),
  summary: {
    by_currency: [
      {
        currency: 'TWD' as const,
        count: items.length,
        paid_count: 20,
        amount: '95300.0000',
        paid_amount: '41300.0000',
        fee: '400.0000',
      },
    ],
  },
});
const listed = () => reply(searchPayouts, () => answered());
const rowOf = (piece: HTMLElement, order: PayoutListRow): HTMLElement =>
  piece.querySelector<HTMLElement>(`tr[data-key="${order.id}"]`) ?? expect.fail('the row is not there');

describe('payouts on the screen', () => {
  test('at 1440 × 900 at least 20 rows stand whole, with what an operator reads', async () => {
    wire(listed());
    const { piece } = await renderScreen(PaymentTransactions, { width: 1440, height: 900 });
    await rowsCome(piece);
    await expect.poll(() => wholeRows(piece)).toBeGreaterThanOrEqual(20);
    const scroller = piece.querySelector('table')?.parentElement;
    expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
    const shown = headers(piece).join();
    for (const title of ['Status', 'Merchant', 'Payee', 'Amount', 'Created']) expect(shown).toContain(title);
    expect(rowOf(piece, open).textContent).toContain('王小明 1232 Bank of Taiwan');
  });

  test('all fields begin with the specification’s seven in its order', async () => {
    wire(
      listed(),
      reply(writePreference, () => ({})),
    );
    const { piece, getByRole, getByText } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    await userEvent.click(getByRole('button', { name: 'Columns' }));
    await userEvent.click(getByText('All fields'));
    await expect
      .poll(() => headers(piece).slice(1, 8))
      .toEqual(['Payee', 'Card number', 'Bank', 'Amount TWD', 'Payer', 'Callback', 'Reversal']);
  });

  test('a number is looked up without days, and a card number alike', async () => {
    const { askedOf } = wire(listed());
    const { piece } = await renderScreen(PaymentTransactions, { search: { card_no: '0901560501232' } });
    await rowsCome(piece);
    expect(askedOf(searchPayouts)[0]).toMatchObject({ card_no: '0901560501232' });
    expect(askedOf(searchPayouts)[0]).not.toHaveProperty('created_from');
  });
});

describe('alive', () => {
  test('a payout that the socket names is fetched whole and takes its row’s place', async () => {
    const paid: PayoutListRow = { ...open, status: 'paid', stage: null, wait_reason: null, actions: [] };
    const { askedOf } = wire(
      listed(),
      reply(livePayouts, () => ({ items: [paid], shown: [open.id] })),
    );
    const { piece } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    const event = {
      id: open.id,
      order_no: open.order_no,
      status: open.status,
      callback_status: open.callback_status,
      amount: open.amount,
      currency: open.currency,
      at: open.created_at,
    };
    // Of a collection with the same id nothing is asked.
    ordersChanged.emit([{ ...event, kind: 'collection', status: 'success' }]);
    ordersChanged.emit([{ ...event, kind: 'payout' }]);
    await expect.poll(() => rowOf(piece, open).textContent).toContain('Paid');
    expect(askedOf(livePayouts)).toHaveLength(1);
  });
});

describe('acting', () => {
  test('letting one go opens with its effect and asks for reason, payment password and code', async () => {
    const { askedOf } = wire(
      reply(searchPayouts, () => answered([open])),
      reply(dispatchPayout, () => ({ state: 'done' as const, approval_id: null })),
    );
    const { piece, getByRole } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    await userEvent.click(rowOf(piece, open).querySelector('[data-act="more"]') ?? piece);
    await userEvent.click(getByRole('menuitem', { name: 'Let go' }));
    const dialog = getByRole('dialog');
    await expect.element(dialog.getByText('It goes to its channel', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText('********1232')).toBeVisible();
    await userEvent.fill(dialog.getByPlaceholder('State a reason'), 'looked at it');
    await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'quiet river stones');
    await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Let go' }));
    await expect
      .poll(() => askedOf(dispatchPayout)[0])
      .toMatchObject({ id: open.id, reason: 'looked at it', one_code: '123456' });
  });

  test('confirming one as paid takes a number or a slip, and tells that it waits for a second person', async () => {
    const { askedOf } = wire(
      reply(searchPayouts, () => answered([open])),
      reply(markPayoutPaid, () => ({
        state: 'waiting' as const,
        approval_id: '77',
        deciders: { tree: 0, platform: 2 },
      })),
    );
    const { piece, getByRole } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    await userEvent.click(rowOf(piece, open).querySelector('[data-act="more"]') ?? piece);
    await userEvent.click(getByRole('menuitem', { name: 'Confirm as paid' }));
    const dialog = getByRole('dialog');
    await userEvent.fill(dialog.getByPlaceholder('State a reason'), 'the bank says so');
    await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'quiet river stones');
    await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
    const send = dialog.getByRole('button', { name: 'Confirm as paid' });
    await expect.element(send).toBeDisabled();
    await userEvent.fill(dialog.getByLabelText('Third-party number'), 'BANK-7001');
    await userEvent.click(send);
    await expect.poll(() => askedOf(markPayoutPaid)[0]).toMatchObject({ third_party_no: 'BANK-7001' });
  });

  test('what waits for a second person is marked in the list and the drawer, and what would cross it is disabled', async () => {
    const waiting: PayoutListRow = {
      ...open,
      actions: ['dispatch', 'markPaid', 'reveal', 'reject'],
      waiting_acts: [
        {
          act: 'payouts.markPaid',
          asked_at: new Date(Date.now() - 61 * 60_000).toISOString(),
          approval_id: '77',
          maker: { id: '3', name: 'Lin' },
          blocks: ['markPaid', 'dispatch', 'switchChannel', 'reject'],
        },
      ],
    };
    const { askedOf } = wire(
      reply(searchPayouts, () => answered([waiting])),
      reply(findNames, () => []),
      reply(getPayout, () => payoutDetail(waiting)),
    );
    const { piece, getByRole } = await renderScreen(PaymentTransactions, { search: { open: waiting.id } });
    await rowsCome(piece);
    const said = 'Waits for a second person · Confirm a payout paid by hand · 1 h · Lin';
    await expect
      .poll(
        () => rowOf(piece, waiting).querySelector('a[href="#/wrap/admin.approvals?open=77"]')?.textContent,
      )
      .toBe(said);
    const drawer = getByRole('dialog');
    await expect.element(drawer.getByText(said)).toBeVisible();
    const hint = 'Waits for a second person; it must be decided first';
    for (const name of ['Let go', 'Confirm as paid', 'Reject']) {
      const button = drawer.getByRole('button', { name, exact: true });
      await expect.element(button).toBeDisabled();
      expect(button.element().getAttribute('title')).toBe(hint);
    }
    await expect.element(drawer.getByRole('button', { name: 'Full number' })).toBeEnabled();
    expect(askedOf(dispatchPayout)).toHaveLength(0);
  });

  test('several that wait on one payout are one icon in the list, and each a line in the drawer', async () => {
    const asked = { asked_at: new Date().toISOString(), maker: { id: '3', name: 'Lin' }, blocks: [] };
    const waiting: PayoutListRow = {
      ...open,
      waiting_acts: [
        { ...asked, act: 'payouts.notSent', approval_id: '77' },
        { ...asked, act: 'payouts.markPaid', approval_id: '78' },
      ],
    };
    wire(
      reply(searchPayouts, () => answered([waiting])),
      reply(findNames, () => []),
      reply(getPayout, () => payoutDetail(waiting)),
    );
    const { piece, getByRole } = await renderScreen(PaymentTransactions, { search: { open: waiting.id } });
    await rowsCome(piece);
    const marks = () => [...rowOf(piece, waiting).querySelectorAll('a')];
    await expect
      .poll(() => marks().map((mark) => mark.getAttribute('href')))
      .toEqual(['#/wrap/admin.approvals']);
    expect(marks()[0]?.textContent).toContain('never sent');
    expect(marks()[0]?.textContent).toContain('paid by hand');
    const drawer = getByRole('dialog');
    for (const name of [/never sent/, /paid by hand/])
      await expect.element(drawer.getByRole('link', { name })).toBeVisible();
  });

  test('one that waits where its reader may not look is told without a way there and without a name', async () => {
    const waiting: PayoutListRow = {
      ...open,
      waiting_acts: [
        {
          act: 'payouts.markPaid',
          asked_at: new Date().toISOString(),
          approval_id: null,
          maker: null,
          blocks: ['reject'],
        },
      ],
    };
    wire(reply(searchPayouts, () => answered([waiting])));
    const { piece } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    const row = rowOf(piece, waiting);
    await expect
      .poll(() => row.textContent)
      .toContain('Waits for a second person · Confirm a payout paid by hand · 0 min');
    expect(row.querySelector('a')).toBeNull();
  });

  test('the whole account number is shown once its look was proved, and goes by itself', async () => {
    const { askedOf } = wire(
      reply(searchPayouts, () => answered([open])),
      reply(revealPayoutCard, () => ({ card_no: '9087654321098765' })),
    );
    const { piece, getByRole, getByText } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    await userEvent.click(rowOf(piece, open).querySelector('[data-act="more"]') ?? piece);
    await userEvent.click(getByRole('menuitem', { name: 'Full number' }));
    const dialog = getByRole('dialog');
    await userEvent.fill(dialog.getByPlaceholder('State a reason'), 'the bank asks');
    await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'quiet river stones');
    await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Full number' }));
    await expect.element(getByText('9087654321098765')).toBeVisible();
    expect(askedOf(revealPayoutCard)[0]).toMatchObject({ id: open.id, reason: 'the bank asks' });
    await userEvent.click(getByRole('dialog').getByRole('button', { name: 'Close' }).last());
    await expect.element(getByText('9087654321098765')).not.toBeInTheDocument();
  });

  test('the transaction of one over a chain is sent as it was typed, and no number stands for a slip', async () => {
    const { askedOf } = wire(
      reply(searchPayouts, () => answered([inHand])),
      reply(namePayoutTransfer, () => ({ state: 'refused' as const, refusal: 'otherAmount' as const })),
    );
    const { piece, getByRole } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    await userEvent.click(rowOf(piece, inHand).querySelector('[data-act="more"]') ?? piece);
    await userEvent.click(getByRole('menuitem', { name: 'Confirm as paid' }));
    const byHand = getByRole('dialog');
    await userEvent.fill(byHand.getByPlaceholder('State a reason'), 'I say so');
    await userEvent.fill(byHand.getByLabelText(/^Payment password/), 'quiet river stones');
    await userEvent.fill(byHand.getByLabelText(/^Two-factor code/), '123456');
    await userEvent.fill(byHand.getByLabelText('Third-party number'), hash);
    await expect.element(byHand.getByText('A slip is needed', { exact: false })).toBeVisible();
    await expect.element(byHand.getByRole('button', { name: 'Confirm as paid' })).toBeDisabled();
    await userEvent.click(byHand.getByRole('button', { name: 'Cancel' }));
    await expect.element(byHand).not.toBeInTheDocument();

    await userEvent.click(rowOf(piece, inHand).querySelector('[data-act="more"]') ?? piece);
    await userEvent.click(getByRole('menuitem', { name: 'Enter transaction' }));
    const dialog = getByRole('dialog');
    await userEvent.fill(dialog.getByPlaceholder('State a reason'), 'from the wallet');
    await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'quiet river stones');
    await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
    const send = dialog.getByRole('button', { name: 'Enter transaction' });
    await expect.element(send).toBeDisabled();
    await userEvent.fill(dialog.getByLabelText('Transaction hash'), ` ${hash} `);
    await userEvent.click(send);
    await expect.poll(() => askedOf(namePayoutTransfer)[0]).toMatchObject({ id: inHand.id, tx_hash: hash });
  });

  test('one over a chain that was never sent is said so with where it goes, and waits for its second person', async () => {
    const { askedOf } = wire(
      reply(searchPayouts, () => answered([inHand])),
      reply(releaseUnsentPayout, () => ({
        state: 'waiting' as const,
        approval_id: '77',
        deciders: { tree: 0, platform: 1 },
      })),
    );
    const { piece, getByRole } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    await userEvent.click(rowOf(piece, inHand).querySelector('[data-act="more"]') ?? piece);
    await userEvent.click(getByRole('menuitem', { name: 'Never sent' }));
    const dialog = getByRole('dialog');
    await userEvent.fill(dialog.getByPlaceholder('State a reason'), 'the wallet was locked');
    await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'quiet river stones');
    await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
    await userEvent.selectOptions(dialog.getByLabelText('What becomes of it'), 'rejected');
    await userEvent.click(dialog.getByRole('button', { name: 'Never sent' }));
    await expect
      .poll(() => askedOf(releaseUnsentPayout)[0])
      .toMatchObject({ id: inHand.id, becomes: 'rejected', reason: 'the wallet was locked' });
  });

  test('keeping one to oneself happens at once, and the list is read again', async () => {
    const { askedOf } = wire(
      reply(searchPayouts, () => answered([open])),
      reply(lockPayout, () => ({ lock_until: new Date(nowMs + 180_000).toISOString() })),
    );
    const { piece, getByRole } = await renderScreen(PaymentTransactions);
    await rowsCome(piece);
    await userEvent.click(rowOf(piece, open).querySelector('[data-act="more"]') ?? piece);
    await userEvent.click(getByRole('menuitem', { name: 'Lock' }));
    await expect.poll(() => askedOf(lockPayout)).toEqual([{ id: open.id }]);
    await expect.poll(() => askedOf(searchPayouts).length).toBeGreaterThan(1);
  });
});

test('the drawer tells which transactions were named, and what the chain told of them', async () => {
  wire(
    reply(searchPayouts, () => answered([inHand])),
    reply(findNames, () => []),
    reply(getPayout, () => ({
      ...payoutDetail(inHand),
      transfers: [
        {
          tx_hash: hash,
          state: 'refused' as const,
          refusal: 'otherPayee' as const,
          named_by: '林經理',
          named_at: inHand.created_at,
        },
      ],
    })),
  );
  const { getByText } = await renderScreen(PaymentTransactions, { search: { open: inHand.id } });
  await expect.element(getByText('It went to another address than the payee’s')).toBeVisible();
  await expect.element(getByText(hash)).toBeVisible();
});

test('the drawer tells the story, the money and the sendings of a payout', async () => {
  const [first = open] = payouts;
  wire(
    listed(),
    reply(findNames, () => []),
    reply(getPayout, () => payoutDetail(first)),
  );
  const { getByRole } = await renderScreen(PaymentTransactions, { search: { open: first.id } });
  const drawer = getByRole('dialog');
  await expect.element(drawer.getByText('Payout submitted, money held')).toBeVisible();
  await expect.element(drawer.getByText('Paid and posted')).toBeVisible();
  await userEvent.click(drawer.getByRole('tab', { name: 'Money' }));
  await expect.element(drawer.getByText('Held in all')).toBeVisible();
  await expect.element(drawer.getByText('Held from', { exact: false })).toBeVisible();
});
