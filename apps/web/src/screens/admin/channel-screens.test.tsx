import { collectionAgents } from '@suanpan/contract/endpoints/agent-channels';
import type { AgentChannelsRow } from '@suanpan/contract/endpoints/agent-channels';
import {
  channelAccounts,
  channelDefinitions,
  channelProviders,
  createChannel,
  createProvider,
  deleteChannel,
  testChannel,
  updateChannel,
} from '@suanpan/contract/endpoints/channel-definitions';
import type { DefinitionRow, DriverView } from '@suanpan/contract/endpoints/channel-definitions';
import { findNames } from '@suanpan/contract/endpoints/names';
import { collectionKeys } from '@suanpan/contract/endpoints/upstream-keys';
import type { UpstreamKeyRow } from '@suanpan/contract/endpoints/upstream-keys';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen, type Shown } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { toasts } from '../../lib/toast.ts';
import { CollectionAgents } from '../collectionMethod/agents.tsx';
import { AgentCollectionKeys } from './agentCollectionKey.tsx';
import { ChannelDefinitions } from './methods.tsx';

const driver: DriverView = {
  name: 'simpay',
  directions: ['collection', 'payout'],
  sandbox: true,
  not_found_is_final: true,
  query_min_delay_s: 60,
  fields: [
    { name: 'merchant_no', secret: false },
    { name: 'secret', secret: true },
  ],
};
const channel = {
  id: '7',
  channel_id: '7',
  code: 'BANK-7',
  name: 'Bank seven',
  alias: null,
  method_type: 'bank_transfer',
  currency: 'TWD' as const,
  weight: 100,
  min_amount: '100.0000',
  max_amount: '0.0000',
  balance_limit: null,
  daily_amount: '0.0000',
  daily_count: 0,
  windows: [{ days: [1, 2], from: '22:00', to: '02:00' }],
  priority: 1,
  enabled: true,
  polling: true,
  state: 'ok' as const,
  state_since: null,
  merchant_fee: null,
  agent_fee: null,
  sub_agent_fee: null,
  middleman_fee: null,
  endpoint_fee: { pct: '1.5', per_item: '2.0000' },
  v: 3,
};
const row: DefinitionRow = {
  ...channel,
  direction: 'collection',
  integer_only: false,
  needs_payer_name: false,
  agent: { id: '2', name: 'North' },
  provider: { id: '1', name: 'Sandbox bank' },
  driver,
  channel_account: {
    id: '4',
    name: 'Account four',
    enabled: true,
    base_url: 'https://bank.example',
    late_payment: 'credit',
    notify_networks: [],
  },
  merchants: 3,
  actions: ['update', 'delete', 'test'],
};
const waiting = {
  state: 'waiting' as const,
  approval_id: '9',
  deciders: { tree: 0, platform: 1 },
};
const listed = reply(channelDefinitions, () => pageOf([row]));
const providers = reply(channelProviders, () => ({
  items: [{ id: '1', code: 'simpay', name: 'Sandbox bank', driver: 'simpay', accounts: 1 }],
  drivers: [driver],
}));

afterEach(() => {
  vi.restoreAllMocks();
});

/** The dialog before is gone, so that nothing lies over the list. */
async function dialogGone(): Promise<void> {
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
}
async function act(screen: Shown, name: string): Promise<void> {
  await dialogGone();
  await userEvent.click(screen.getByRole('button', { name: 'More' }).first());
  await userEvent.click(screen.getByRole('menuitem', { name, exact: true }));
}
async function prove(screen: Shown): Promise<void> {
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'as agreed');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
}

test('a channel is told with its hours and its cost, tried, and sent back as it was with what is other', async () => {
  const emitted = vi.spyOn(toasts, 'emit');
  const said = wire(
    listed,
    reply(testChannel, () => ({
      outcome: 'timeout' as const,
      ms: 8000,
      message: 'No response after timeout',
    })),
    reply(updateChannel, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(ChannelDefinitions, { permissions: ['admin.methods.update'] });
  await expect.element(screen.getByText('Bank seven')).toBeVisible();
  expect(screen.piece.querySelector('tbody')?.textContent).toMatch(/Available.*Bank seven.*1\.5% \+ 2/);
  await act(screen, 'Test');
  await expect
    .poll(() => emitted.mock.calls.flat())
    .toContainEqual(expect.objectContaining({ tone: 'fail', title: 'No response after timeout' }));
  await userEvent.click(screen.getByRole('button', { name: 'Edit', exact: true }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('0 = no limit').first()).toBeVisible();
  await expect.element(dialog.getByText('No period set = unlimited')).toBeVisible();
  await expect.element(dialog.getByText('No balance limit set = unlimited')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Daily count'), '12');
  await userEvent.fill(dialog.getByLabelText('Availability period 1 · To'), '03:00');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'busy nights');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(updateChannel)[0])
    .toMatchObject({
      id: '7',
      v: 3,
      min_amount: '100',
      balance_limit: null,
      daily_count: 12,
      windows: [{ days: [1, 2], from: '22:00', to: '03:00' }],
      endpoint_fee: { pct: '1.5', per_item: '2' },
      reason: 'busy nights',
    });
});

test('a channel is made of a contract, and waits', async () => {
  const said = wire(
    listed,
    reply(channelAccounts, () => ({
      items: [{ id: '4', name: 'Account four · North', currency: 'TWD' as const }],
    })),
    reply(createChannel, () => waiting),
  );
  const screen = await renderScreen(ChannelDefinitions, { permissions: ['admin.methods.create'] });
  await userEvent.click(screen.getByRole('button', { name: 'Create a channel' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^Real channel/), 'four');
  await userEvent.click(screen.getByRole('option', { name: /Account four/ }));
  await userEvent.fill(dialog.getByLabelText(/^Code/), 'NEW-1');
  await userEvent.fill(dialog.getByLabelText(/^Name/), 'New one');
  await userEvent.fill(dialog.getByLabelText(/^End-point fee · Rate/), '1.2');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'a new bank');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(createChannel)[0])
    .toMatchObject({ channel_account_id: '4', code: 'NEW-1', endpoint_fee: { pct: '1.2', per_item: '0' } });
});

test('a channel that nobody uses is deleted', async () => {
  const said = wire(
    listed,
    reply(deleteChannel, () => ({})),
  );
  const screen = await renderScreen(ChannelDefinitions);
  await act(screen, 'Delete channel');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'gone');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Delete channel' }));
  await expect.poll(() => said.askedOf(deleteChannel)[0]).toMatchObject({ id: '7', v: 3, reason: 'gone' });
});

test('a provider is added with its protocol, whose abilities are told', async () => {
  const said = wire(
    listed,
    providers,
    reply(createProvider, () => ({ id: '3' })),
  );
  const screen = await renderScreen(ChannelDefinitions, { permissions: ['admin.methods.create'] });
  await userEvent.click(screen.getByRole('button', { name: 'Add a provider' }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/For tests only.*Collection · Payout/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Code/), 'acme');
  await userEvent.fill(dialog.getByLabelText(/^Name/), 'Acme');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(createProvider)[0])
    .toEqual({ code: 'acme', name: 'Acme', driver: 'simpay' });
});

const key: UpstreamKeyRow = {
  id: '4',
  agent: { id: '2', name: 'North' },
  provider: { id: '1', name: 'Sandbox bank' },
  driver: 'simpay',
  name: 'Account four',
  currency: 'TWD',
  base_url: 'https://bank.example',
  late_payment: 'credit',
  notify_networks: ['203.0.113.0/24'],
  masked: { merchant_no: '…', secret: '…ab12' },
  enabled: true,
  previous_until: null,
  tested_at: null,
  test_outcome: null,
  v: 5,
  actions: ['update', 'rotate', 'test'],
};
const keys = reply(collectionKeys.list, () => pageOf([key]));

test('keys are shown by their end, and replaced whole', async () => {
  const said = wire(
    keys,
    providers,
    reply(collectionKeys.rotate, () => waiting),
  );
  const screen = await renderScreen(AgentCollectionKeys, { permissions: [] });
  await expect.element(screen.getByText(/Signing secret …ab12/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a real channel' }).elements()).toHaveLength(0);
  await act(screen, 'Replace keys');
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^Merchant number there/), 'M-9');
  await userEvent.fill(dialog.getByLabelText(/^Signing secret/), 'a new secret');
  await prove(screen);
  await userEvent.click(dialog.getByRole('button', { name: 'Replace keys' }));
  await expect
    .poll(() => said.askedOf(collectionKeys.rotate)[0])
    .toMatchObject({ id: '4', v: 5, credentials: { merchant_no: 'M-9', secret: 'a new secret' } });
});

test('a provider’s settlement is entered beside what lies there, and moves something', async () => {
  const said = wire(
    reply(collectionKeys.list, () => pageOf([{ ...key, actions: ['settle'] }])),
    reply(collectionKeys.clearing, () => ({
      currency: 'TWD' as const,
      held: '10000.0000',
      owed: '152.0000',
    })),
    reply(collectionKeys.settle, () => waiting),
  );
  const screen = await renderScreen(AgentCollectionKeys, { permissions: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Enter a settlement', exact: true }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/10,000\.0000/)).toBeVisible();
  await expect.element(dialog.getByText(/152\.0000/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Statement no/), 'ST-9');
  await userEvent.fill(dialog.getByLabelText(/^Arrived/), '0');
  await prove(screen);
  await expect.element(dialog.getByRole('button', { name: 'Enter a settlement' })).toBeDisabled();
  await userEvent.fill(dialog.getByLabelText(/^Arrived/), '9848');
  await userEvent.fill(dialog.getByLabelText(/^Kept by the provider/), '152');
  await userEvent.click(dialog.getByRole('button', { name: 'Enter a settlement' }));
  await expect
    .poll(() => said.askedOf(collectionKeys.settle)[0])
    .toMatchObject({ id: '4', arrived: '9848', kept: '152', statement_ref: 'ST-9' });
});

test('a contract is added for a senior agent, and where it leads is changed', async () => {
  const said = wire(
    keys,
    providers,
    reply(findNames, () => [{ id: '2', name: 'North' }]),
    reply(collectionKeys.create, () => waiting),
    reply(collectionKeys.update, () => waiting),
  );
  const screen = await renderScreen(AgentCollectionKeys, {
    permissions: ['admin.agentCollectionKey.create'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add a real channel' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^Senior agent/), 'Nor');
  await userEvent.click(screen.getByRole('option', { name: /North/ }));
  await userEvent.fill(dialog.getByLabelText(/^Name/), 'Account nine');
  await userEvent.fill(dialog.getByLabelText(/^Base URL/), 'https://nine.example');
  await userEvent.fill(dialog.getByLabelText(/^Merchant number there/), 'M-9');
  await userEvent.fill(dialog.getByLabelText(/^Signing secret/), 'a new secret');
  await prove(screen);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(collectionKeys.create)[0])
    .toMatchObject({ agent_id: '2', provider: '1', base_url: 'https://nine.example', notify_networks: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Edit', exact: true }));
  await prove(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(collectionKeys.update)[0])
    .toMatchObject({ id: '4', v: 5, enabled: true, notify_networks: ['203.0.113.0/24'] });
});

const agents: AgentChannelsRow = {
  agent: { id: '2', name: 'North' },
  methods: [
    {
      ...channel,
      id: '2:7',
      system_fee: { pct: '0.2', per_item: '0.0000' },
      merchants: 3,
      actions: ['update', 'systemFee', 'delete'],
    },
  ],
  subagent_methods: [
    {
      id: '11',
      user: { id: '21', name: 'General' },
      channel: { id: '7', name: 'Bank seven' },
      customer: { id: '31', name: 'Shop' },
      subagent_rate_f: '0.3% + 0.0000',
      agent_add_f: '0.9% + 3.0000',
      customer_subagent_id: '31',
    },
  ],
  subagent_rates: [
    {
      customer_subagent_id: '31',
      channel_id: '7',
      sub_agent_fee: { pct: '0.3', per_item: '0.0000' },
      agent_add: { pct: '0.9', per_item: '3.0000' },
    },
  ],
  actions: ['create'],
};

test('a senior agent’s fee is sent as it was previewed', async () => {
  const said = wire(
    reply(collectionAgents.list, () => pageOf([agents])),
    reply(collectionAgents.effect, () => ({
      effect: [{ field: 'system_fee', before: '0.2% + 0.0000', after: '0.4% + 0.0000' }],
      hash: 'what was seen',
    })),
    reply(collectionAgents.update, () => waiting),
  );
  const screen = await renderScreen(CollectionAgents, { permissions: [] });
  await expect.element(screen.getByText('North · 2')).toBeVisible();
  await dialogGone();
  await userEvent.click(screen.getByRole('button', { name: 'Detail' }));
  // Of which merchant and channel it is stands beside it, and prices are written as everywhere.
  await expect.element(screen.getByText('Shop · 31')).toBeVisible();
  await expect.element(screen.getByText('0.9% + 3', { exact: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit', exact: true }));
  const dialog = screen.getByRole('dialog', { name: /^Bank seven/ });
  await userEvent.fill(dialog.getByLabelText(/^System fee · Rate/), '0.4');
  await prove(screen);
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
  await expect.element(dialog.getByText('0.2% + 0.0000 → 0.4% + 0.0000')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(collectionAgents.update)[0])
    .toMatchObject({
      agent_id: '2',
      channel_id: '7',
      v: 3,
      effect_hash: 'what was seen',
      system_fee: { pct: '0.4', per_item: '0' },
      enabled: true,
    });
});

test('a channel is opened to a senior agent, and taken back', async () => {
  const said = wire(
    reply(collectionAgents.list, () => pageOf([agents])),
    reply(channelDefinitions, () => pageOf([row, { ...row, id: '8', channel_id: '8', name: 'Bank eight' }])),
    reply(collectionAgents.open, () => waiting),
    reply(collectionAgents.close, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(CollectionAgents, { permissions: [] });
  await expect.element(screen.getByText('North · 2')).toBeVisible();
  await act(screen, 'Open a channel');
  const dialog = screen.getByRole('dialog');
  // What he has already is not offered.
  await expect.element(dialog.getByRole('option', { name: 'Bank eight · BANK-7' })).toBeInTheDocument();
  expect(dialog.getByRole('option', { name: 'Bank seven · BANK-7' }).elements()).toHaveLength(0);
  await userEvent.fill(dialog.getByLabelText(/^System fee · Rate/), '0.1');
  await prove(screen);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(collectionAgents.open)[0])
    .toMatchObject({ agent_id: '2', channel_id: '8', system_fee: { pct: '0.1', per_item: '0' } });
  await dialogGone();
  await userEvent.click(screen.getByRole('button', { name: 'Detail' }));
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Take back' }));
  await prove(screen);
  await userEvent.click(
    screen.getByRole('dialog', { name: /^Take back/ }).getByRole('button', { name: 'Take back' }),
  );
  await expect
    .poll(() => said.askedOf(collectionAgents.close)[0])
    .toMatchObject({ agent_id: '2', channel_id: '7', v: 3 });
});
