import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { refuseLoss } from '../definitions/refuse-loss.ts';
import { usesOfChannel } from '../uses.queries.ts';
import { agentTerms } from './agent-terms.ts';
import type { AgentTerms } from './agent-terms.ts';
import { lockUse } from './agents.queries.ts';
import type { LockedUse } from './agents.queries.ts';
import { insertUse, saveUse } from './agents.store.ts';

const opened = z.strictObject({ agent_id: z.string(), channel_id: z.string(), terms: agentTerms });
const changed = z.strictObject({
  agent_id: z.string(),
  channel_id: z.string(),
  version: z.number().int(),
  terms: agentTerms,
});

/** The acts on senior agents' channels of one direction. What the platform takes is a price: two persons. */
export function agentActs(kind: 'collectionAgents' | 'payoutAgents', of: 'collection' | 'payout') {
  const open: ApprovalAct<z.output<typeof opened>> = {
    name: `${kind}.open`,
    payload: opened,
    async preview(tx, { agent_id: agentId, channel_id: channelId, terms }) {
      const use = await lockOwn(tx, agentId, channelId, of);
      if (use.version !== null) throw new Refusal('invalidState');
      return effectOf(tx, use, terms);
    },
    async perform(tx, { agent_id: agentId, channel_id: channelId, terms }) {
      if (!(await insertUse(tx, BigInt(agentId), BigInt(channelId), terms)))
        throw new Refusal('invalidState');
    },
  };
  const price: ApprovalAct<z.output<typeof changed>> = {
    name: `${kind}.systemFee`,
    payload: changed,
    async preview(tx, { agent_id: agentId, channel_id: channelId, terms, version }) {
      return effectOf(tx, await lockOpen(tx, agentId, channelId, version, of), terms);
    },
    async perform(tx, { agent_id: agentId, channel_id: channelId, terms, version }) {
      if (!(await saveUse(tx, BigInt(agentId), BigInt(channelId), version, terms)))
        throw new Refusal('staleEdit');
    },
  };
  return { open, price };
}

/** A senior agent's own channel, open to him or not. Refuses `notFound` for another's and for one of the other direction. */
async function lockOwn(
  tx: Tx,
  agentId: string,
  channelId: string,
  of: 'collection' | 'payout',
): Promise<LockedUse> {
  const use = await lockUse(tx, BigInt(agentId), BigInt(channelId));
  if (use?.direction !== of) throw new Refusal('notFound');
  return use;
}

/** One that is open to him. Refuses `notFound`, and `staleEdit` where it is not as it was read. */
export async function lockOpen(
  tx: Tx,
  agentId: string,
  channelId: string,
  version: number,
  of: 'collection' | 'payout',
): Promise<LockedUse> {
  const use = await lockOwn(tx, agentId, channelId, of);
  if (use.version === null) throw new Refusal('notFound');
  if (use.version !== version) throw new Refusal('staleEdit');
  return use;
}

/** Whether another price is asked for than the one that stands. */
export const isAnotherFee = (use: LockedUse, terms: AgentTerms): boolean =>
  use.system_pct !== terms.system_pct || String(use.system_per_item) !== terms.system_per_item;

/** What the terms do. Refuses `checkHandlingFee` where he would lose with a merchant and has not allowed it. */
export async function effectOf(tx: Tx, use: LockedUse, terms: AgentTerms): Promise<ApprovalEffect> {
  const system = { pct: terms.system_pct, perItem: BigInt(terms.system_per_item) };
  if (use.version === null || isAnotherFee(use, terms)) {
    refuseLoss(
      await usesOfChannel(tx, use.channel_id, use.agent_id),
      {
        currency: use.currency,
        direction: use.direction,
        min: use.min_amount,
        max: use.max_amount,
        endpoint: { pct: use.endpoint_pct, perItem: use.endpoint_per_item },
      },
      system,
    );
  }
  const rows: ApprovalEffect['rows'] = [
    {
      field: 'system_fee',
      before:
        use.system_pct === null || use.system_per_item === null
          ? null
          : priceText(use.system_pct, use.system_per_item, use.currency),
      after: priceText(terms.system_pct, system.perItem, use.currency),
    },
    {
      field: 'enabled',
      before: use.enabled === null ? null : String(use.enabled),
      after: String(terms.enabled),
    },
  ];
  return {
    subject: {
      kind: 'agentChannel',
      id: `${use.agent_id}:${use.channel_id}`,
      label: `${use.agent_name} · ${use.channel_name}`,
    },
    agentId: null,
    rows: use.version === null ? rows : rows.filter((row) => row.before !== row.after),
  };
}

/** A price in one line: `0.2% + 1.0000`. */
export function priceText(pct: string, perItem: bigint, currency: Currency): string {
  return `${pct}% + ${formatLedger(perItem, currency)}`;
}
