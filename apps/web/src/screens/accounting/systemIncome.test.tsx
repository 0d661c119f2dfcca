import {
  collectSystemFee,
  drawIncome,
  incomeDrawings,
  incomeEntries,
  exchangeHouse,
  houseExchanges,
  systemIncome,
} from '@suanpan/contract/endpoints/income';
import type { IncomeRow } from '@suanpan/contract/endpoints/income';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { platform, renderScreen, type Shown } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { SystemIncome } from './systemIncome.tsx';
import { IncomeDrawings } from './systemIncomewithdraws.tsx';

const row: IncomeRow = {
  day: '2026-11-20',
  agent: { id: '7', name: '恆信' },
  currency: 'TWD',
  accrued: '40.0000',
  reversed: '0.0000',
  collected: '15.0000',
  outstanding: '25.0000',
  mode: 'periodic',
  actions: ['collect'],
};
const days = reply(systemIncome, () => ({
  ...pageOf([row]),
  summary: {
    by_currency: [
      {
        currency: 'TWD' as const,
        count: 1,
        accrued: '40.0000',
        reversed: '0.0000',
        collected: '15.0000',
        outstanding: '25.0000',
      },
    ],
  },
}));
const entries = reply(incomeEntries, () => ({
  ...pageOf([]),
  summary: { by_currency: [] },
}));

async function prove(screen: Shown, button: string): Promise<void> {
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'as agreed');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: button }));
}

test('a day opens the journals of exactly its figures', async () => {
  const said = wire(days, entries);
  const screen = await renderScreen(SystemIncome, { self: platform, search: { kind: 'system' } });
  await expect.element(screen.getByText('恆信 · 7')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Detail' }));
  await expect
    .poll(() => said.askedOf(incomeEntries)[0])
    .toMatchObject({
      tab: 'system',
      agent_id: '7',
      currency: 'TWD',
      from: '2026-11-19T16:00:00.000Z',
      to: '2026-11-20T16:00:00.000Z',
    });
});

test('what is owed is collected, all of it or a part, and never more', async () => {
  const said = wire(
    days,
    entries,
    reply(collectSystemFee, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(SystemIncome, { self: platform });
  await userEvent.click(screen.getByTitle('More'));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Collect' }));
  await userEvent.fill(screen.getByLabelText(/^Amount/), '25.01');
  await expect.element(screen.getByText('At most 25.00 TWD')).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^Amount/), '');
  await prove(screen, 'Collect');
  await expect
    .poll(() => said.askedOf(collectSystemFee))
    .toEqual([
      { agent_id: '7', currency: 'TWD', reason: 'as agreed', payment_password: 'secret', one_code: '123456' },
    ]);
});

test('income is drawn by its currency, up to what came in, to an account that is named', async () => {
  const said = wire(
    reply(incomeDrawings, () => ({
      ...pageOf([]),
      summary: { by_currency: [], drawable: [{ currency: 'TWD' as const, amount: '30.0000' }] },
    })),
    reply(drawIncome, () => ({
      state: 'waiting' as const,
      approval_id: '9',
      deciders: { tree: 0, platform: 1 },
    })),
  );
  const screen = await renderScreen(IncomeDrawings, {
    permissions: ['accounting.systemIncomewithdraws.create'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Draw income' }).first());
  await userEvent.fill(screen.getByLabelText(/^Amount/), '30.01');
  await expect.element(screen.getByText('At most 30.00 TWD')).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^Amount/), '30');
  await expect
    .element(screen.getByRole('dialog').getByRole('button', { name: 'Draw income' }))
    .toBeDisabled();
  await userEvent.fill(screen.getByRole('dialog').getByLabelText(/^Paid to/), 'First Bank 0123');
  await prove(screen, 'Draw income');
  await expect
    .poll(() => said.askedOf(drawIncome)[0])
    .toMatchObject({ currency: 'TWD', amount: '30', to: 'First Bank 0123' });
});

test('what the house exchanged shows its rate and what it brings before it is sent', async () => {
  const said = wire(
    reply(houseExchanges, () => ({
      ...pageOf([]),
      summary: {
        by_currency: [],
        positions: [
          {
            base: 'USDT' as const,
            quote: 'TWD' as const,
            held: '-1000.000000',
            cost: '-32600.0000',
            rate: '32.6',
          },
          {
            base: 'USD' as const,
            quote: 'TWD' as const,
            held: '500.0000',
            cost: '16000.0000',
            rate: '32',
          },
        ],
      },
    })),
    reply(exchangeHouse, () => ({
      state: 'waiting' as const,
      approval_id: '9',
      deciders: { tree: 0, platform: 1 },
    })),
  );
  const screen = await renderScreen(SystemIncome, {
    self: platform,
    permissions: ['accounting.systemIncome.exchange'],
    search: { part: 'exchanges' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Record an exchange' }).first());
  const dialog = screen.getByRole('dialog');
  // What is held is sold, and what is owed is bought back.
  await userEvent.selectOptions(dialog.getByLabelText('Pair'), 'USD/TWD');
  await expect.element(dialog.getByRole('radio', { name: 'Sold' })).toBeChecked();
  await userEvent.selectOptions(dialog.getByLabelText('Pair'), 'USDT/TWD');
  await expect.element(dialog.getByRole('radio', { name: 'Bought' })).toBeChecked();
  await userEvent.fill(dialog.getByLabelText(/^Amount/), '400');
  await userEvent.fill(dialog.getByLabelText(/^Price/), '12960.001');
  await expect.element(dialog.getByText('Enter a valid amount')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Price/), '12960');
  await expect.element(dialog.getByText('32.4', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('definition').nth(1)).toHaveTextContent('TWD+80.0000');
  await userEvent.fill(dialog.getByLabelText(/^Exchanged with/), 'First Bank');
  await prove(screen, 'Record an exchange');
  await expect
    .poll(() => said.askedOf(exchangeHouse)[0])
    .toMatchObject({ base: 'USDT', quote: 'TWD', side: 'buy', base_amount: '400', quote_amount: '12960' });
});
