import { z } from 'zod';
import { firewallKeys, pathClasses } from '@suanpan/domain/protection/firewall';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, listOf, noSummary, nothing, paging, searchText } from '../fields.ts';
import { plainLine } from '../plain-text.ts';

const note = z.string().trim().max(200).regex(plainLine);
const tree = z.object({ id: z.string(), name: z.string() });

/** What every entry of a list says of itself. `agent` null holds for the whole platform. */
const entry = {
  id: z.string(),
  note: z.string(),
  agent: tree.nullable(),
  created_by: z.string(),
  created_at: instant,
  /** How often it kept somebody out, and when last. */
  hits: z.number(),
  last_hit_at: instant.nullable(),
};

export const blockedAddresses = endpoint({
  method: 'GET',
  path: '/settings/blockedIpAddresses',
  access: { permission: 'settings.blockIPAddress.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, ip: searchText.optional() }),
  output: listOf(z.object({ ...entry, ip: z.string() }), noSummary),
});
export const blockAddress = endpoint({
  method: 'POST',
  path: '/settings/blockedIpAddresses',
  access: { permission: 'settings.blockIPAddress.create' },
  input: z.strictObject({ ip: z.string().trim().min(1).max(64), note: note.default('') }),
  output: z.object({ id: z.string(), ip: z.string() }),
});
export const unblockAddress = endpoint({
  method: 'DELETE',
  path: '/settings/blockedIpAddresses/{id}',
  access: { permission: 'settings.blockIPAddress.delete' },
  input: z.strictObject({ id }),
  output: done,
});

export const blockKinds = ['ip', 'name', 'card'] as const;

export const blockEntries = endpoint({
  method: 'POST',
  path: '/settings/blockLists/search',
  access: { permission: 'settings.blockLists.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    kind: z.enum(blockKinds).optional(),
    /** A part of an address, or a whole name or card: these are found by their hash alone. */
    value: searchText.optional(),
  }),
  output: listOf(z.object({ ...entry, kind: z.enum(blockKinds), shown: z.string() }), noSummary),
});
export const addBlockEntry = endpoint({
  method: 'POST',
  path: '/settings/blockLists',
  access: { permission: 'settings.blockLists.create' },
  input: z.strictObject({
    kind: z.enum(blockKinds),
    value: z.string().trim().min(1).max(128).regex(plainLine),
    note: note.default(''),
    /** The senior agent in whose tree it holds; only the platform chooses, an agent's is his own. */
    agent_id: id.optional(),
  }),
  output: z.object({ id: z.string(), shown: z.string() }),
});
export const removeBlockEntry = endpoint({
  method: 'DELETE',
  path: '/settings/blockLists/{id}',
  access: { permission: 'settings.blockLists.delete' },
  input: z.strictObject({ id }),
  output: done,
});

const draft = {
  name: z.string().trim().min(1).max(64).regex(plainLine),
  path_class: z.enum(pathClasses),
  key: z.enum(firewallKeys),
  window_s: z.number().int().min(1).max(86_400),
  attempts: z.number().int().min(1).max(1_000_000),
  /** 0 refuses until the window ends. */
  ban_s: z.number().int().min(0).max(2_592_000),
  agent_id: id.nullable(),
  enabled: z.boolean(),
};
export const firewallRule = z.object({
  ...draft,
  id: z.string(),
  agent: tree.nullable(),
  version: z.number(),
  bans: z.number(),
  updated_at: instant,
});
export type FirewallRule = z.output<typeof firewallRule>;

export const firewallRules = endpoint({
  method: 'GET',
  path: '/settings/firewall',
  access: { permission: 'settings.firewall.get' },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({ items: z.array(firewallRule) }),
});
export const createFirewallRule = endpoint({
  method: 'POST',
  path: '/settings/firewall',
  access: { permission: 'settings.firewall.create' },
  idempotent: true,
  input: z.strictObject(draft),
  output: z.object({ id: z.string() }),
});
export const updateFirewallRule = endpoint({
  method: 'PUT',
  path: '/settings/firewall/{id}',
  access: { permission: 'settings.firewall.update' },
  input: z.strictObject({ ...draft, id, version: z.number().int() }),
  output: done,
});
export const deleteFirewallRule = endpoint({
  method: 'DELETE',
  path: '/settings/firewall/{id}',
  access: { permission: 'settings.firewall.delete' },
  input: z.strictObject({ id }),
  output: done,
});

export const firewallBans = endpoint({
  method: 'GET',
  path: '/settings/firewall/bans',
  access: { permission: 'settings.firewall.get' },
  whileActing: 'allowed',
  input: z.strictObject(paging),
  output: listOf(
    z.object({
      id: z.string(),
      rule: z.string(),
      shown: z.string(),
      started_at: instant,
      until: instant,
      state: z.enum(['active', 'ended', 'lifted']),
      lifted_by: z.string().nullable(),
    }),
    noSummary,
  ),
});
export const liftFirewallBan = endpoint({
  method: 'POST',
  path: '/settings/firewall/bans/{id}/lift',
  access: { permission: 'settings.firewall.liftBan' },
  input: z.strictObject({ id }),
  output: done,
});
