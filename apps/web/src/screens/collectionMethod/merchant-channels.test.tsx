import { channelSwaps, swapChannels, swapChannelsEffect } from '@suanpan/contract/endpoints/channel-swaps';
import {
  collectionCustomerModels,
  collectionModels,
  giveCollectionModel,
  giveCollectionModelEffect,
} from '@suanpan/contract/endpoints/channel-models';
import {
  collectionExceptions,
  collectionMerchants,
  runCollectionChecks,
  collectionChecks,
  setCollectionExceptions,
  updateCollectionMerchant,
  updateCollectionMerchantEffect,
} from '@suanpan/contract/endpoints/merchant-channels';
import type { MerchantRow } from '@suanpan/contract/endpoints/merchant-channels';
import { findNames } from '@suanpan/contract/endpoints/names';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { headers, rowsCome } from '../../../test/grid.ts';
import { pageOf } from '../../../test/page-of.ts';
import { platform, renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ChannelSwaps } from './customer_c_m_change.tsx';
import { CollectionCustomerModels } from './customer_c_m.tsx';
import { CollectionMerchants } from './customers.tsx';

const price = { pct: '2.8', per_item: '5.0000' };
const merchant: MerchantRow = {
  customer: { id: '41', name: '星際互動' },
  agent: { id: '7', name: '億通' },
  currency: 'TWD',
  customer_methods: [
    {
      id: '3',
      channel_id: '9',
      code: 'yt-card',
      name: '億通刷卡',
      alias: 'card',
      method_type: 'redirect',
      currency: 'TWD',
      weight: 100,
      min_amount: '0.0000',
      max_amount: '0.0000',
      balance_limit: null,
      daily_amount: '0.0000',
      daily_count: 0,
      windows: [],
      priority: 1,
      enabled: true,
      polling: true,
      state: 'ok',
      state_since: null,
      merchant_fee: price,
      agent_fee: price,
      sub_agent_fee: price,
      middleman_fee: price,
      endpoint_fee: price,
      v: 4,
      actions: ['update', 'delete'],
      agent: { id: '7', name: '億通' },
      own_priority: null,
      keeps_payers: false,
      allow_loss: false,
      channel_enabled: true,
      channel_min: '30.0000',
      channel_max: '200000.0000',
    },
  ],
  customer_subagents: [],
  actions: ['create', 'exceptions', 'check'],
};
const listed = reply(collectionMerchants, () => ({
  ...pageOf([merchant]),
  summary: { channels: 1, enabled: 1 },
}));

test.each([
  ['a merchant has no', { id: '41', customer_id: '41', currency: 'TWD' }, 0],
  ['an agent has a', { id: '7', agent_id: '7', currency: 'TWD' }, 1],
])('%s field for merchants and column of general agents', async (_who, self, count) => {
  wire(listed);
  const { getByLabelText, piece } = await renderScreen(CollectionMerchants, { self });
  await rowsCome(piece);
  expect(headers(piece).filter((title) => title === 'General agent')).toHaveLength(count);
  expect(getByLabelText('Merchant name or ID').elements()).toHaveLength(count);
});

test('a change is shown before it is saved, and saved by what was shown', async () => {
  const said = wire(
    listed,
    reply(updateCollectionMerchantEffect, () => ({
      effect: [
        { field: 'channel' as const, before: '億通刷卡', after: '億通刷卡' },
        { field: 'weight' as const, before: '100', after: '20' },
      ],
      loss: 'Fee inversion: at 30.00 TWD the senior agent would lose 1.00 TWD',
      hash: 'seen',
    })),
    reply(updateCollectionMerchant, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(CollectionMerchants, { search: { open: '41' } });
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = screen.getByRole('dialog', { name: /^Edit · 星際互動 · 億通刷卡/ });
  await expect.element(dialog.getByText('0 = no limit').first()).toBeVisible();
  await expect.element(dialog.getByText(/No period set = unlimited/)).toBeVisible();
  await expect.element(dialog.getByText('No balance limit set = unlimited')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Available hours'), '1 09:00');
  await expect.element(dialog.getByText('Wrong hour range selection')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Available hours'), '1 09:00-18:00');
  await userEvent.fill(dialog.getByLabelText('Weight'), '20');
  await userEvent.click(dialog.getByLabelText('Payers stay on their channel'));
  await userEvent.click(dialog.getByRole('button', { name: 'Show the effect' }));
  await expect.element(dialog.getByText('100 → 20')).toBeVisible();
  await expect.element(dialog.getByText(/^Fee inversion/)).toBeVisible();
  expect(said.askedOf(updateCollectionMerchant)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(updateCollectionMerchant)[0])
    .toMatchObject({
      id: '3',
      v: 4,
      weight: 20,
      keeps_payers: true,
      windows: [{ days: [1], from: '09:00', to: '18:00' }],
      effect_hash: 'seen',
    });
});

test('rules stand in their order, and a check lights its lamp', async () => {
  const rule = {
    n: 1,
    if: { amount_min: '1000.0000' },
    then: 'force' as const,
    channel_id: '9',
    channel: '億通刷卡',
    note: 'large ones',
  };
  const lamp = (value: 'grey' | 'green') => ({
    items: [
      {
        channel_id: '9',
        channel: '億通刷卡',
        lamp: value,
        last_at: null,
        ms: value === 'green' ? 12 : null,
        error: null,
        uptime_24h: null,
      },
    ],
  });
  const said = wire(
    listed,
    reply(collectionExceptions, () => ({ currency: 'TWD' as const, items: [rule], v: 5 })),
    reply(setCollectionExceptions, () => ({ currency: 'TWD' as const, items: [rule], v: 8 })),
    reply(collectionChecks, () => lamp('grey')),
    reply(runCollectionChecks, () => lamp('green')),
  );
  const screen = await renderScreen(CollectionMerchants, { search: { open: '41' } });
  await userEvent.click(screen.getByRole('tab', { name: 'Exceptions' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a rule' }));
  const second = screen.getByRole('listitem', { name: 'Rule 2' });
  await userEvent.fill(second.getByLabelText('Payer'), '王小明');
  await userEvent.selectOptions(second.getByLabelText('Then'), 'exclude');
  await userEvent.click(second.getByRole('button', { name: 'Up' }));
  // A moment that cannot be read keeps all of it, and is not left out.
  const until = screen.getByRole('textbox', { name: /^Until/ }).first();
  await userEvent.fill(until, '2026-12-40 10:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.element(until).toHaveFocus();
  expect(said.askedOf(setCollectionExceptions)).toEqual([]);
  await userEvent.fill(until, '');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(setCollectionExceptions)[0])
    .toMatchObject({
      id: '41',
      v: 5,
      items: [
        { n: 1, then: 'exclude', if: { payer: '王小明' } },
        { n: 2, then: 'force', if: { amount_min: '1000' } },
      ],
    });
  await userEvent.click(screen.getByRole('tab', { name: 'Checks' }));
  await expect.element(screen.getByText('Not asked')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ask now' }));
  await expect.element(screen.getByText('Answers')).toBeVisible();
});

test('a template is given by its effect', async () => {
  const said = wire(
    reply(collectionCustomerModels, () =>
      pageOf([
        {
          customer: merchant.customer,
          agent: merchant.agent,
          model: null,
          channels: [],
          differs: [],
          actions: ['update' as const],
        },
      ]),
    ),
    reply(collectionModels, () =>
      pageOf([{ id: '6', name: 'Standard', agent: null, items: [], customers: 0, v: 1, actions: [] }]),
    ),
    reply(giveCollectionModelEffect, () => ({
      effect: [{ customer: merchant.customer, added: 2, changed: 1, off: 0, kept: 3 }],
      hash: 'seen',
    })),
    reply(giveCollectionModel, () => ({
      state: 'waiting' as const,
      approval_id: '9',
      deciders: { tree: 1, platform: 1 },
    })),
  );
  const screen = await renderScreen(CollectionCustomerModels);
  await userEvent.click(screen.getByRole('button', { name: 'Apply a template', exact: true }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('option', { name: 'Standard' })).toBeInTheDocument();
  await userEvent.selectOptions(dialog.getByLabelText(/^Template/), '6');
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'the usual prices');
  await userEvent.click(dialog.getByRole('button', { name: 'Show the effect' }));
  await expect.element(dialog.getByText('2 added, 1 changed, 0 off, 3 kept')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(giveCollectionModel)[0])
    .toMatchObject({ model_id: '6', keep_own: true, effect_hash: 'seen', reason: 'the usual prices' });
});

test('a switch by which somebody would lose is not sent; one without is, and waits', async () => {
  const one = { customer: merchant.customer, alias: 'card' };
  let lossy: { customer: typeof merchant.customer; alias: string; why: string }[] = [
    { ...one, why: 'Fee inversion: at 30.00 TWD the senior agent would lose 1.00 TWD' },
  ];
  const said = wire(
    reply(channelSwaps, () => pageOf([])),
    reply(swapChannelsEffect, () => ({
      affected: [one],
      lossy,
      no_limit_overlap: [],
      forced: [{ customer: merchant.customer, n: 2, note: 'large sums' }],
      hash: 'seen',
    })),
    reply(swapChannels, () => ({
      state: 'waiting' as const,
      approval_id: '9',
      deciders: { tree: 1, platform: 1 },
    })),
    reply(findNames, () => []),
  );
  const screen = await renderScreen(ChannelSwaps, {
    self: platform,
    permissions: ['collectionMethod.customer_c_m_change.create'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Switch channel' }).first());
  const dialog = screen.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Switch channel' });
  await userEvent.fill(dialog.getByRole('combobox', { name: 'From channel' }), '9');
  await userEvent.fill(dialog.getByRole('combobox', { name: 'To channel' }), '10');
  await expect.element(dialog.getByText(/^Fee inversion/)).toBeVisible();
  await expect.element(dialog.getByText(/^Still forces the old channel.*large sums$/)).toBeVisible();
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'it fails');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await expect.element(send).toBeDisabled();
  lossy = [];
  await userEvent.fill(dialog.getByLabelText(/^Only this alias/), 'card');
  await expect.element(send).toBeEnabled();
  await userEvent.click(send);
  await expect
    .poll(() => said.askedOf(swapChannels)[0])
    .toMatchObject({
      direction: 'collection',
      from_channel_id: '9',
      to_channel_id: '10',
      scope: 'all',
      alias: 'card',
      effect_hash: 'seen',
    });
});
