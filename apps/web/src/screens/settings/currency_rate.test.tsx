import { convertAtRate, currencyRates, setCurrencyRate } from '@suanpan/contract/endpoints/currency-rates';
import type { RateRow } from '@suanpan/contract/endpoints/currency-rates';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { platform, renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { CurrencyRates } from './currency_rate.tsx';

const row: RateRow = {
  id: '3',
  agent_id: null,
  agent_name: null,
  base: 'USDT',
  quote: 'TWD',
  collection_rate: '31.8',
  payment_rate: '32.6',
  valid_from: new Date().toISOString(),
  version: 2,
  state: 'current',
  set_by: 'admin.lin',
  reason: 'the market moved',
  used_by: 12,
  actions: [],
};
const listed = reply(currencyRates, () => ({
  ...pageOf([row]),
  summary: {},
}));

test('a new version of a rate is sent with its pair and from when it counts', async () => {
  const said = wire(
    listed,
    reply(setCurrencyRate, () => ({
      state: 'waiting' as const,
      approval_id: '9',
      deciders: { tree: 0, platform: 1 },
    })),
  );
  const screen = await renderScreen(CurrencyRates, {
    self: platform,
    permissions: ['settings.currency_rate.create'],
  });
  await expect.element(screen.getByText('USDT/TWD')).toBeVisible();
  expect(screen.piece.querySelector('tbody')?.textContent).toMatch(
    /In force.*Platform.*USDT\/TWD.*31\.8.*32\.6/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Set a rate' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^Collection rate/), '31.9');
  await userEvent.fill(dialog.getByLabelText(/^Payment rate/), '32.7');
  await userEvent.fill(dialog.getByLabelText(/^Valid from/), '2027-01-01T08:00');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'as agreed');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Set a rate' }));
  await expect
    .poll(() => said.askedOf(setCurrencyRate)[0])
    .toMatchObject({
      base: 'USDT',
      quote: 'TWD',
      collection_rate: '31.9',
      payment_rate: '32.7',
      valid_from: '2027-01-01T08:00:00+08:00',
    });
});

test('whoever may only look converts an amount', async () => {
  const said = wire(
    listed,
    reply(convertAtRate, () => ({
      rate_id: '3',
      rate: '31.8',
      amount: '3180.0000',
      currency: 'TWD' as const,
    })),
  );
  const screen = await renderScreen(CurrencyRates);
  expect(screen.getByRole('button', { name: 'Set a rate' }).elements()).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Convert' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^Amount/), '100');
  await userEvent.click(dialog.getByRole('button', { name: 'Convert' }));
  await expect.element(dialog.getByText('3180.0000 TWD, at 31.8')).toBeVisible();
  expect(said.askedOf(convertAtRate)[0]).toMatchObject({ from: 'USDT', to: 'TWD', amount: '100' });
});
