import type { OutputOf } from '@suanpan/contract/endpoint';
import type {
  blockedAddresses,
  blockEntries,
  firewallBans,
  FirewallRule,
} from '@suanpan/contract/endpoints/protection';
import { countOf } from '../../platform/db/count-of.ts';
import type { ListedEntry } from './entries.queries.ts';
import type { ListedBan, ListedRule } from './rules.queries.ts';

type Address = OutputOf<typeof blockedAddresses>['items'][number];
type Entry = OutputOf<typeof blockEntries>['items'][number];

export function presentAddress(row: ListedEntry): Address {
  return { ...common(row), ip: row.shown };
}

export function presentEntry(row: ListedEntry): Entry {
  return { ...common(row), kind: row.kind === 'door' ? 'ip' : row.kind, shown: row.shown };
}

function common(row: ListedEntry) {
  return {
    id: String(row.id),
    note: row.note,
    agent: row.agent_id === null ? null : { id: String(row.agent_id), name: row.agent_name ?? '' },
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    hits: countOf(row.hits),
    last_hit_at: row.last_hit_at?.toISOString() ?? null,
  };
}

export function presentRule({ agent_id: agentId, agent_name: agentName, ...row }: ListedRule): FirewallRule {
  return {
    ...row,
    id: String(row.id),
    agent_id: agentId === null ? null : String(agentId),
    agent: agentId === null ? null : { id: String(agentId), name: agentName ?? '' },
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentBan(row: ListedBan): OutputOf<typeof firewallBans>['items'][number] {
  return {
    ...row,
    id: String(row.id),
    started_at: row.started_at.toISOString(),
    until: row.until.toISOString(),
  };
}
