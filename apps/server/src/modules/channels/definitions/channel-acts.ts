import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { windowsOf } from '../present-channel.ts';
import { usesOfChannel } from '../uses.queries.ts';
import { channelChange } from './channel-change.ts';
import type { ChannelChange } from './channel-change.ts';
import { listAccounts } from './definitions.queries.ts';
import { insertChannel, isCodeTaken, lockChannel, saveChannel } from './definitions.store.ts';
import type { LockedChannel } from './definitions.store.ts';
import { refuseLoss } from './refuse-loss.ts';

const newChannel = z.strictObject({
  channel_account_id: z.string(),
  code: z.string(),
  method_type: z.string(),
  channel: channelChange,
});
const changedChannel = z.strictObject({ id: z.string(), version: z.number().int(), channel: channelChange });

/** A channel is made with its price: whoever made it alone could sell below cost. */
export const createChannelAct: ApprovalAct<z.output<typeof newChannel>> = {
  name: 'channels.create',
  payload: newChannel,
  async preview(tx, { channel, channel_account_id: accountId, code }) {
    const [account] = await listAccounts(tx, { id: BigInt(accountId) });
    if (account === undefined) throw new Refusal('notFound');
    if (await isCodeTaken(tx, code)) throw new Refusal('invalidState');
    refuseLoss([], termsOf(account, channel));
    return {
      subject: { kind: 'channel', id: code, label: `${channel.name} · ${code}` },
      agentId: null,
      rows: [
        { field: 'channel_account', before: null, after: `${account.name} · ${account.agent_name}` },
        ...effectRows(account.currency, null, channel),
      ],
    };
  },
  async perform(tx, { channel, channel_account_id: accountId, code, method_type: methodType }) {
    await insertChannel(tx, { accountId: BigInt(accountId), code, methodType }, channel);
  },
};

/** Another price: the whole change waits with it, and is carried out over the version that was read alone. */
export const changeChannelAct: ApprovalAct<z.output<typeof changedChannel>> = {
  name: 'channels.change',
  payload: changedChannel,
  async preview(tx, { channel, id, version }) {
    const before = await lockForChange(tx, id, version);
    await refuseLosingChange(tx, before, channel);
    return {
      subject: { kind: 'channel', id, label: `${before.name} · ${before.code}` },
      agentId: null,
      rows: effectRows(before.currency, before, channel),
    };
  },
  async perform(tx, { channel, id, version }) {
    if (!(await saveChannel(tx, BigInt(id), version, channel))) throw new Refusal('staleEdit');
  },
};

/** The channel under its lock. Refuses `notFound`, and `staleEdit` where it is not as it was read. */
export async function lockForChange(tx: Tx, id: string, version: number): Promise<LockedChannel> {
  const channel = await lockChannel(tx, BigInt(id));
  if (channel === undefined) throw new Refusal('notFound');
  if (channel.version !== version) throw new Refusal('staleEdit');
  return channel;
}

/** Refuses `checkHandlingFee` where somebody would lose by the change. */
export async function refuseLosingChange(tx: Tx, before: LockedChannel, after: ChannelChange): Promise<void> {
  refuseLoss(await usesOfChannel(tx, before.id, null), termsOf(before, after));
}

/** Whether another price is asked for than the one that stands. */
export function isAnotherPrice(before: LockedChannel, after: ChannelChange): boolean {
  return (
    before.endpoint_pct !== after.endpoint_pct || String(before.endpoint_per_item) !== after.endpoint_per_item
  );
}

const termsOf = (
  { currency, direction }: { readonly currency: Currency; readonly direction: 'collection' | 'payout' },
  channel: ChannelChange,
) => ({
  currency,
  direction,
  min: BigInt(channel.min_amount),
  max: BigInt(channel.max_amount),
  endpoint: { pct: channel.endpoint_pct, perItem: BigInt(channel.endpoint_per_item) },
});

type Row = ApprovalEffect['rows'][number];

/** Every property that changes, as text: sums at the ledger scale, a price as `1.5% + 2.0000`. */
export function effectRows(currency: Currency, before: LockedChannel | null, after: ChannelChange): Row[] {
  const money = (minor: bigint | string | null): string | null =>
    minor === null ? null : formatLedger(BigInt(minor), currency);
  const price = (pct: string, perItem: bigint | string): string => `${pct}% + ${money(perItem)}`;
  const said = (windows: ChannelChange['windows']): string =>
    windows.map(({ days, from, to }) => `${days?.length ? `${days.join('')} ` : ''}${from}–${to}`).join(', ');
  const rows: Row[] = [
    { field: 'name', before: before && before.name, after: after.name },
    {
      field: 'endpoint_fee',
      before: before && price(before.endpoint_pct, before.endpoint_per_item),
      after: price(after.endpoint_pct, after.endpoint_per_item),
    },
    { field: 'min', before: before && money(before.min_amount), after: money(after.min_amount) },
    { field: 'max', before: before && money(before.max_amount), after: money(after.max_amount) },
    {
      field: 'balance_limit',
      before: before && money(before.balance_limit),
      after: money(after.balance_limit),
    },
    { field: 'daily_amount', before: before && money(before.daily_amount), after: money(after.daily_amount) },
    { field: 'daily_count', before: before && String(before.daily_count), after: String(after.daily_count) },
    { field: 'windows', before: before && said(windowsOf(before.windows)), after: said(after.windows) },
    { field: 'weight', before: before && String(before.weight), after: String(after.weight) },
    { field: 'priority', before: before && String(before.priority), after: String(after.priority) },
    {
      field: 'integer_only',
      before: before && String(before.integer_only),
      after: String(after.integer_only),
    },
    {
      field: 'needs_payer_name',
      before: before && String(before.needs_payer_name),
      after: String(after.needs_payer_name),
    },
    { field: 'enabled', before: before && String(before.enabled), after: String(after.enabled) },
  ];
  return before === null ? rows : rows.filter((row) => row.before !== row.after);
}
