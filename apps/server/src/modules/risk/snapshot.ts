import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { listAddresses } from './address-list.ts';
import type { AddressList } from './address-list.ts';
import { readBans, readEntries, readRules, readVersion } from './snapshot.queries.ts';
import type { EntryRow, RuleRow } from './snapshot.queries.ts';

/** The lists and rules of one moment, as every call asks them. */
export interface Snapshot {
  readonly version: bigint;
  readonly doorOfAll: AddressList<EntryRow>;
  /** Addresses that single senior agents keep out of their own trees. */
  readonly doorOfAgents: ReadonlyMap<bigint, AddressList<EntryRow>>;
  readonly payerAddresses: ReadonlyMap<bigint | null, AddressList<EntryRow>>;
  /** Keyed hashes of names and cards with the entries that hold them. */
  readonly hashes: ReadonlyMap<string, readonly EntryRow[]>;
  readonly rules: readonly RuleRow[];
  /** By `banKey`, until when on this process's monotonic clock. */
  readonly bans: ReadonlyMap<string, number>;
}

export const banKey = (ruleId: bigint, key: string): string => `${ruleId} ${key}`;

/** Reads everything when it has changed since `before`; else undefined. */
export async function readSnapshot(
  db: Kysely<Tables>,
  nowMs: () => number,
  before: bigint | undefined,
): Promise<Snapshot | undefined> {
  // Read first: what changes meanwhile shows in the next look.
  const version = await readVersion(db);
  if (version === before) return undefined;
  const [entries, rules, bans] = await Promise.all([readEntries(db), readRules(db), readBans(db)]);
  const readAt = nowMs();
  const door = entries.filter(({ kind }) => kind === 'door');
  const byAgent = Map.groupBy(
    door.filter(({ agent_id: agentId }) => agentId !== null),
    ({ agent_id: agentId }) => agentId ?? 0n,
  );
  const payers = Map.groupBy(
    entries.filter(({ kind }) => kind === 'ip'),
    ({ agent_id: agentId }) => agentId,
  );
  return {
    version,
    doorOfAll: listAddresses(door.filter(({ agent_id: agentId }) => agentId === null)),
    doorOfAgents: new Map([...byAgent].map(([agentId, own]) => [agentId, listAddresses(own)])),
    payerAddresses: new Map([...payers].map(([agentId, own]) => [agentId, listAddresses(own)])),
    hashes: Map.groupBy(
      entries.filter(({ kind }) => kind === 'name' || kind === 'card'),
      ({ value }) => value,
    ),
    rules,
    bans: new Map(bans.map((ban) => [banKey(ban.rule_id, ban.key), readAt + ban.rest_ms])),
  };
}
