import { requestExport } from '@suanpan/contract/endpoints/exports';
import {
  priceEffect,
  priceMatrix,
  priceVersions,
  priceWhatIf,
  setPrices,
} from '@suanpan/contract/endpoints/price-matrix';
import type { MatrixRow } from '@suanpan/contract/endpoints/price-matrix';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { PriceMatrix } from './price-matrix.tsx';

const fee = (pct: string, item = '0.0000') => ({ pct, per_item: item });
const row = (name: string, more: Partial<MatrixRow> = {}): MatrixRow => ({
  id: `method of ${name}`,
  customer: { id: '7', name: 'Lan Tea' },
  channel_id: name === 'CTBC 01' ? '1' : '2',
  channel: name,
  code: name,
  alias: 'bank',
  method_type: 'bank_transfer',
  currency: 'TWD',
  enabled: true,
  has_sub_agent: true,
  has_middleman: false,
  merchant_fee: fee('2.8', '5.0000'),
  sub_agent_fee: fee('0.3'),
  middleman_fee: fee('0'),
  agent_fee: fee('1', '3.0000'),
  endpoint_fee: fee('1.5', '2.0000'),
  system_fee: fee('0.2'),
  allow_loss: false,
  min_amount: '100.0000',
  mean_amount: '10000.0000',
  max_amount: '50000.0000',
  margin: null,
  scheduled: [],
  v: 4,
  actions: ['edit'],
  ...more,
});
const rows = [
  row('CTBC 01'),
  row('ESUN 02', {
    id: null,
    merchant_fee: null,
    sub_agent_fee: null,
    middleman_fee: null,
    agent_fee: null,
    v: 0,
  }),
];
const shown = reply(priceMatrix, () => ({
  agent: { id: '3', name: 'North' },
  customer: { id: '7', name: 'Lan Tea' },
  items: rows,
}));
const permissions = ['collectionMethod.customers.get', 'collectionMethod.customers.update'] as const;

async function open(...more: ReturnType<typeof reply>[]) {
  const said = wire(shown, ...more);
  const screen = await renderScreen(() => <PriceMatrix owner={{ customer_id: '7' }} currency="TWD" />, {
    permissions,
  });
  const cell = (name: string) => screen.getByLabelText(name, { exact: true });
  await expect.element(cell('CTBC 01 bank merchant %')).toBeVisible();
  const margins = (line: number) =>
    [...(screen.piece.querySelectorAll('tbody tr')[line]?.querySelectorAll('[data-end]') ?? [])].map(
      (one) => one.textContent,
    );
  return { said, screen, cell, margins };
}

test('the margin follows what is typed, a loss is named, and a price goes out with its version and its reason', async () => {
  const { said, screen, cell, margins } = await open(
    reply(priceEffect, () => ({
      effect: [
        {
          customer: 'Lan Tea',
          channel: 'CTBC 01',
          alias: 'bank',
          field: 'merchant_fee' as const,
          before: '2.8 % + 5.0000',
          after: '1.5 % + 5.0000',
        },
      ],
      hash: 'as shown',
    })),
    reply(setPrices, () => ({
      state: 'waiting' as const,
      approval_id: '9',
      deciders: { tree: 0, platform: 1 },
    })),
  );
  // 0.8 % + 3 is left at 2.8 % + 5.
  expect(margins(0)).toEqual(['3.80', '83.00', '403.00']);
  await userEvent.click(cell('CTBC 01 bank merchant %'));
  await userEvent.keyboard('1.5');
  expect(margins(0)).toEqual(['2.50', '-47.00', '-247.00']);
  await userEvent.click(screen.getByRole('button', { name: 'Save prices' }));
  await expect
    .poll(() => screen.getByRole('alert').element().textContent)
    .toContain('Please check the handling fee Fee inversion: at 50000.00 the senior agent would lose 247.00');
  expect(document.activeElement).toBe(cell('CTBC 01 bank merchant %').element());
  expect(said.askedOf(priceEffect)).toEqual([]);
  await userEvent.click(screen.getByLabelText('CTBC 01 bank Allow loss'));
  await userEvent.click(screen.getByRole('button', { name: 'Save prices' }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('1.5 % + 5.0000')).toBeVisible();
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'a month for free');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Save prices' }));
  await expect
    .poll(() => said.askedOf(setPrices)[0])
    .toMatchObject({
      customer_id: '7',
      effect_hash: 'as shown',
      reason: 'a month for free',
      rows: [
        {
          channel_id: '1',
          alias: 'bank',
          merchant_fee: { pct: '1.5', per_item: '5.0000' },
          allow_loss: true,
          v: 4,
        },
      ],
    });
});

test('arrows and Enter move, a block of a sheet fills cells from where it is pasted, and Ctrl+Z goes back', async () => {
  const { cell } = await open();
  await userEvent.click(cell('CTBC 01 bank merchant %'));
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(cell('CTBC 01 bank merchant per item').element());
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(cell('ESUN 02 bank merchant per item').element());
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}{Enter}');
  expect(document.activeElement).toBe(cell('ESUN 02 bank merchant %').element());
  await userEvent.keyboard('{ArrowUp}');
  const transfer = new DataTransfer();
  transfer.setData('text/plain', '3.1%\t6\t0.4\r\n2.95\t1,000.5\t0.2\r\n');
  cell('CTBC 01 bank merchant %')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
  await expect.element(cell('ESUN 02 bank merchant per item')).toHaveValue('1000.5');
  await expect.element(cell('CTBC 01 bank general agent %')).toHaveValue('0.4');
  await expect.element(cell('CTBC 01 bank general agent per item')).toHaveValue('0');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(cell('CTBC 01 bank merchant %')).toHaveValue('2.8');
  await expect.element(cell('ESUN 02 bank merchant per item')).toHaveValue('');
});

test('a cell that holds no price says so, and what if tells what the last days would have brought', async () => {
  const sums = (net: string, merchant_fee: string) => ({
    orders: 12,
    amount: '120000.0000',
    merchant_fee,
    net,
  });
  const { said, screen, cell } = await open(
    reply(priceWhatIf, () => ({
      now: sums('996.0000', '3420.0000'),
      // oxlint-disable-next-line unicorn/no-thenable
      then: sums('1236.0000', '3660.0000'),
      difference: { ...sums('240.0000', '240.0000'), orders: 0 },
      by_merchant: [],
    })),
    reply(priceVersions, () => ({
      items: [],
      page: 1,
      paginate: 100,
      total: 0,
      next_cursor: null,
      summary: {},
    })),
  );
  await userEvent.fill(cell('CTBC 01 bank merchant per item'), '-1');
  await expect.element(cell('CTBC 01 bank merchant per item')).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(cell('CTBC 01 bank merchant per item'), '5');
  await userEvent.fill(cell('CTBC 01 bank merchant %'), '3');
  await userEvent.click(screen.getByRole('button', { name: 'Try on the last 7 days' }));
  await expect.element(screen.getByRole('status')).toBeVisible();
  expect(screen.getByRole('status').element().textContent).toMatch(/12 orders.*\+240\.0000/);
  expect(said.askedOf(priceWhatIf)[0]).toMatchObject({ rows: [{ merchant_fee: { pct: '3' } }] });
});

test('the versions are taken away as a file of the same merchant, direction and currency', async () => {
  const { said, screen } = await open(
    reply(priceVersions, () => ({
      items: [],
      page: 1,
      paginate: 100,
      total: 4,
      next_cursor: null,
      summary: {},
    })),
    reply(requestExport, () => ({ refused: { code: 21801, message: 'Enough for now' } })),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Versions' }));
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(screen.getByRole('button', { name: 'Start export' }));
  await expect
    .poll(() => said.askedOf(requestExport).at(-1))
    .toMatchObject({
      kind: 'collectionMethod.customers.versions',
      filter: { customer_id: '7', direction: 'collection', currency: 'TWD' },
    });
});

test('whoever may only look changes nothing', async () => {
  wire(shown);
  const screen = await renderScreen(() => <PriceMatrix owner={{ customer_id: '7' }} currency="TWD" />, {
    permissions: ['collectionMethod.customers.get'],
  });
  await expect.element(screen.getByLabelText('CTBC 01 bank merchant %')).toHaveAttribute('readonly');
  expect(screen.getByRole('button', { name: 'Save prices' }).elements()).toHaveLength(0);
});

test('prices are not asked about with a moment that cannot be read, as if they held at once', async () => {
  const { cell, said, screen } = await open();
  await userEvent.fill(cell('CTBC 01 bank merchant %'), '3.1');
  const from = screen.getByRole('textbox', { name: /^Valid from/ });
  await userEvent.fill(from, '2026-12-40 10:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save prices' }));
  await expect.element(from).toHaveFocus();
  expect(said.askedOf(priceEffect)).toEqual([]);
});
