import type { DefinitionRow, DriverView } from '@suanpan/contract/endpoints/channel-definitions';
import type { Actor } from '../../../platform/http/actor.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { BlockedActions, WaitingActs } from '../../approvals/index.ts';
import { stateActsOf } from '../health/state-acts.ts';
import type { ChannelAdapter } from '../port.ts';
import { presentChannel } from '../present-channel.ts';
import type { DefinitionListed } from './definitions.queries.ts';

/** What a protocol can do, as its adapter declares it. */
export function presentDriver(
  adapter: Pick<ChannelAdapter, 'capabilities' | 'credentialFields' | 'driver' | 'sandbox'> & {
    readonly payouts?: unknown;
    readonly watched?: unknown;
  },
): DriverView {
  const { capabilities, credentialFields, driver, payouts, sandbox, watched } = adapter;
  return {
    name: driver,
    directions: (payouts ?? watched) === undefined ? ['collection'] : ['collection', 'payout'],
    sandbox,
    not_found_is_final: capabilities.notFoundIsFinal,
    query_min_delay_s: Math.round(capabilities.queryMinDelayMs / 1_000),
    fields: credentialFields.map(({ name, secret }) => ({ name, secret })),
  };
}

/** What is asked of the account behind it, such as money in advance, is kept under its kind and is not about the channel. */
export const onChannels = {
  kind: 'channel',
  by: {},
  told: ['channels.change'],
} as const satisfies BlockedActions;

/** A channel's definition: what it goes by is for those who stand above a merchant, its merchants are the platform's to count. */
export function presentDefinition(
  row: DefinitionListed,
  actor: Actor,
  at: Date,
  driver: DriverView | undefined,
  waiting?: WaitingActs,
): DefinitionRow {
  const { permissions, scope } = actor;
  const isAbove = scope.kind === 'platform' || scope.kind === 'agent';
  const may = <Act extends 'update' | 'test' | 'delete'>(act: Act): readonly Act[] =>
    scope.kind === 'platform' && permissions.has(`admin.methods.${act}`) ? [act] : [];
  const { actions: _, ...shown } = presentChannel(row, { scope, at, actions: [] });
  const actions = [
    ...may('update'),
    ...may('test'),
    ...stateActsOf(actor, row.direction, row.runtime),
    ...may('delete'),
  ];
  return {
    ...shown,
    ...toldWaiting(waiting, row.id, actions),
    actions,
    direction: row.direction,
    integer_only: row.integer_only,
    needs_payer_name: row.needs_payer_name,
    agent: isAbove ? { id: String(row.agent_id), name: row.agent_name } : null,
    provider: isAbove ? { id: String(row.provider_id), name: row.provider_name } : null,
    driver: isAbove ? (driver ?? null) : null,
    channel_account: isAbove
      ? {
          id: String(row.account_id),
          name: row.account_name,
          enabled: row.account_enabled,
          base_url: row.base_url,
          late_payment: row.late_payment,
          notify_networks: row.notify_networks,
        }
      : null,
    merchants: isAbove ? row.merchants : null,
  };
}
