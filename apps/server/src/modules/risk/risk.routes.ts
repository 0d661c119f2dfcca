import {
  addBlockEntry,
  blockAddress,
  blockedAddresses,
  blockEntries,
  blockKinds,
  createFirewallRule,
  deleteFirewallRule,
  firewallBans,
  firewallRules,
  liftFirewallBan,
  removeBlockEntry,
  unblockAddress,
  updateFirewallRule,
} from '@suanpan/contract/endpoints/protection';
import type { Vault } from '../../platform/crypto/vault.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import { blockHash } from './block-hash.ts';
import { addAddress, addEntry, removeEntry } from './edit-entries.ts';
import type { EntryMeans } from './edit-entries.ts';
import { createRule, deleteRule, liftBan, updateRule } from './edit-rules.ts';
import { countEntries, listEntries } from './entries.queries.ts';
import type { EntryFilter } from './entries.queries.ts';
import { presentAddress, presentBan, presentEntry, presentRule } from './risk.present.ts';
import { countBans, listBans, listRules } from './rules.queries.ts';

const doorList = { act: 'settings.blockIPAddress.delete', kinds: ['door'] } as const;
const gateList = { act: 'settings.blockLists.delete', kinds: blockKinds } as const;

/** Blocked addresses, block lists, and the rules of the firewall with their bans. */
export function bindRisk(app: Http, means: EntryMeans): void {
  const { db, vault } = means;
  bindEndpoints(
    app,
    {
      blockedAddresses,
      blockAddress,
      unblockAddress,
      blockEntries,
      addBlockEntry,
      removeBlockEntry,
      firewallRules,
      createFirewallRule,
      updateFirewallRule,
      deleteFirewallRule,
      firewallBans,
      liftFirewallBan,
    },
    {
      async blockedAddresses({ actor }, input) {
        const filter: EntryFilter = { kinds: ['door'], ...(input.ip && { part: input.ip }) };
        const [rows, total] = await Promise.all([
          listEntries(db.app, actor.scope, filter, page(input)),
          countEntries(db.app, actor.scope, filter),
        ]);
        return answerPage(input, { items: rows.map(presentAddress), total, summary: {} });
      },
      blockAddress: (context, input) => addAddress(means, context, input),
      async unblockAddress(context, { id }) {
        await removeEntry(means, context, id, doorList);
        return {};
      },
      async blockEntries({ actor }, input) {
        const filter = filterOf(vault, input);
        const [rows, total] = await Promise.all([
          listEntries(db.app, actor.scope, filter, page(input)),
          countEntries(db.app, actor.scope, filter),
        ]);
        return answerPage(input, { items: rows.map(presentEntry), total, summary: {} });
      },
      addBlockEntry: (context, input) => addEntry(means, context, input),
      async removeBlockEntry(context, { id }) {
        await removeEntry(means, context, id, gateList);
        return {};
      },
      firewallRules: async () => ({ items: (await listRules(db.app)).map(presentRule) }),
      createFirewallRule: async (context, input) => ({ id: await createRule(means, context, input) }),
      async updateFirewallRule(context, input) {
        await updateRule(means, context, input);
        return {};
      },
      async deleteFirewallRule(context, { id }) {
        await deleteRule(means, context, id);
        return {};
      },
      async firewallBans(_context, input) {
        const [rows, total] = await Promise.all([listBans(db.app, page(input)), countBans(db.app)]);
        return answerPage(input, { items: rows.map(presentBan), total, summary: {} });
      },
      async liftFirewallBan(context, { id }) {
        await liftBan(means, context, id);
        return {};
      },
    },
  );
}

/** A name and a card are found whole, by their hashes; an address also by a part of it. */
export function filterOf(
  vault: Vault,
  { kind, value }: { kind?: (typeof blockKinds)[number] | undefined; value?: string | undefined },
): EntryFilter {
  const kinds = kind === undefined ? blockKinds : [kind];
  if (!value) return { kinds };
  if (kind === 'ip') return { kinds, part: value };
  const values = [blockHash(vault, 'name', value), blockHash(vault, 'card', value), value];
  return { kinds, values };
}
