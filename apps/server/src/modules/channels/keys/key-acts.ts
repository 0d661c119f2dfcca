import { createHash } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { contractTerms, newContract } from './contract-terms.ts';
import type { ContractTerms, NewContract } from './contract-terms.ts';
import { findAgent, findProvider, lockContract } from './keys.queries.ts';
import type { KeptContract } from './keys.queries.ts';
import { insertContract, replaceCredentials, saveContract } from './keys.store.ts';
import { clearingOf, isEntered, settleChannel } from './settlement.store.ts';
import type { Settlement } from './settlement.store.ts';
import type { UsedContract } from './shared-places.store.ts';

const changed = z.strictObject({ id: z.string(), version: z.number().int(), terms: contractTerms });
const settled = z.strictObject({
  id: z.string().regex(/^[1-9]\d{0,18}$/),
  arrived: z.string().regex(/^\d{1,18}$/),
  kept: z.string().regex(/^\d{1,18}$/),
  statement_ref: z.string().min(1).max(128),
});
const rotated = z.strictObject({ id: z.string(), version: z.number().int(), credentials_sealed: z.string() });

/** What stands for credentials where people look: whoever agrees agrees to exactly these, and reads none of them. */
const printOf = (sealed: string): string => createHash('sha256').update(sealed).digest('hex').slice(0, 12);

/**
 * The acts on contracts of one direction. With another address or key payments would go somewhere else: two persons. `refuseShared`
 * looks whether another contract has the same place to receive.
 */
export function keyActs(
  kind: 'collectionKeys' | 'payoutKeys',
  of: 'collection' | 'payout',
  refuseShared: (tx: Tx, used: UsedContract) => Promise<void>,
) {
  const create: ApprovalAct<NewContract> = {
    name: `${kind}.create`,
    payload: newContract,
    async preview(tx, made) {
      const [agent, provider] = [
        await findAgent(tx, BigInt(made.agent_id)),
        await findProvider(tx, BigInt(made.provider_id)),
      ];
      if (agent === undefined) throw new Refusal('enterPremiumProxyId');
      if (provider === undefined || made.direction !== of) throw new Refusal('notFound');
      const { credentials_sealed } = made;
      await refuseShared(tx, { id: null, driver: provider.driver, credentials_sealed });
      return {
        subject: {
          kind: 'upstreamKey',
          id: `${made.agent_id}:${made.provider_id}`,
          label: `${made.name} · ${agent.name}`,
        },
        agentId: null,
        rows: [
          { field: 'provider', before: null, after: provider.name },
          { field: 'currency', before: null, after: made.currency },
          ...termRows(null, { ...made, enabled: true }),
          { field: 'fingerprint', before: null, after: printOf(made.credentials_sealed) },
        ],
      };
    },
    perform: (tx, made) => insertContract(tx, made),
  };
  const update: ApprovalAct<z.output<typeof changed>> = {
    name: `${kind}.update`,
    payload: changed,
    async preview(tx, { id, terms, version }) {
      const before = await lock(tx, id, version, of);
      if (terms.enabled && !before.enabled) await refuseShared(tx, before);
      return effectOn(before, termRows(before, terms));
    },
    async perform(tx, { id, terms, version }) {
      if (!(await saveContract(tx, BigInt(id), version, terms))) throw new Refusal('staleEdit');
    },
  };
  const rotate: ApprovalAct<z.output<typeof rotated>> = {
    name: `${kind}.rotate`,
    payload: rotated,
    async preview(tx, { credentials_sealed: sealed, id, version }) {
      const before = await lock(tx, id, version, of);
      if (before.enabled) await refuseShared(tx, { ...before, credentials_sealed: sealed });
      return effectOn(before, [
        { field: 'fingerprint', before: printOf(before.credentials_sealed), after: printOf(sealed) },
      ]);
    },
    async perform(tx, { credentials_sealed: sealed, id, version }) {
      if (!(await replaceCredentials(tx, BigInt(id), version, sealed))) throw new Refusal('staleEdit');
    },
  };
  const settle: ApprovalAct<Settlement> = {
    name: `${kind}.settle`,
    payload: settled,
    async preview(tx, settlement) {
      const contract = await lockContract(tx, BigInt(settlement.id));
      if (contract?.direction !== of) throw new Refusal('notFound');
      if (await isEntered(tx, settlement)) throw new Refusal('alreadyPosted');
      const { held, owed } = await clearingOf(tx, contract.id);
      const [arrived, kept] = [BigInt(settlement.arrived), BigInt(settlement.kept)];
      const say = (minor: bigint): string => formatLedger(minor, contract.currency);
      if (arrived + kept > held || kept > owed) {
        const [available, needed] = kept > owed ? [owed, kept] : [held, arrived + kept];
        throw new Refusal('insufficientBalance', {
          params: { available: say(available), needed: say(needed) },
        });
      }
      return effectOn(contract, [
        { field: 'amount', before: null, after: say(arrived) },
        { field: 'fee', before: null, after: say(kept) },
        { field: 'provider_order_no', before: null, after: settlement.statement_ref },
      ]);
    },
    perform: async (tx, settlement, by) => ({ journalId: await settleChannel(tx, settlement, by) }),
  };
  return { create, update, rotate, settle };
}

/** The contract under its lock. Refuses `notFound`, and `staleEdit` where it is not as it was read. */
async function lock(tx: Tx, id: string, version: number, of: 'collection' | 'payout'): Promise<KeptContract> {
  const contract = await lockContract(tx, BigInt(id));
  if (contract?.direction !== of) throw new Refusal('notFound');
  if (contract.version !== version) throw new Refusal('staleEdit');
  return contract;
}

const effectOn = (contract: KeptContract, rows: ApprovalEffect['rows']): ApprovalEffect => ({
  subject: {
    kind: 'upstreamKey',
    id: String(contract.id),
    label: `${contract.name} · ${contract.agent_name}`,
  },
  agentId: null,
  rows,
});

function termRows(before: KeptContract | null, after: ContractTerms): ApprovalEffect['rows'] {
  const rows: ApprovalEffect['rows'] = [
    { field: 'name', before: before && before.name, after: after.name },
    { field: 'base_url', before: before && before.base_url, after: after.base_url },
    { field: 'late_payment', before: before && before.late_payment, after: after.late_payment },
    {
      field: 'notify_networks',
      before: before && before.notify_networks.join(', '),
      after: after.notify_networks.join(', '),
    },
    { field: 'enabled', before: before && String(before.enabled), after: String(after.enabled) },
  ];
  return before === null ? rows : rows.filter((row) => row.before !== row.after);
}
