import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { addBlockEntry, blockAddress } from '@suanpan/contract/endpoints/protection';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { foldCard, foldName } from '@suanpan/domain/names/fold-name';
import { maskCard, maskName } from '@suanpan/domain/names/mask';
import { translate } from '@suanpan/messages/translate';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { addressMatcher, normalizeNetwork } from '../../platform/http/client-ip.ts';
import { recordAudit } from '../audit/index.ts';
import { blockHash } from './block-hash.ts';
import { isSeniorAgent } from './entries.queries.ts';
import type { EntryKind } from './entries.queries.ts';
import { deleteEntry, insertEntry } from './entries.store.ts';

export interface EntryMeans {
  readonly db: Database;
  readonly vault: Vault;
  /** Lets this process act on the change at once. */
  readonly changed: () => Promise<void>;
}

/** A block wider than this is a slip of the keyboard, not a decision. */
const widest = { ipv4: 8, ipv6: 16 };

/**
 * Keeps an address or a block of them out of everything: of the whole platform, or of the caller's tree where he is a
 * senior agent. Refuses `ownAddress` for a list that would hold the caller himself, and `alreadyInList`.
 */
export async function addAddress(
  means: EntryMeans,
  context: RequestContext,
  input: ParsedInputOf<typeof blockAddress>,
): Promise<{ id: string; ip: string }> {
  const ip = networkOf(input.ip, context);
  if (addressMatcher([ip])(context.ip)) throw new Refusal('ownAddress');
  const agentId = ownAgent(context);
  const entry = { kind: 'door', agentId, value: ip, shown: ip, note: input.note } as const;
  const id = await add(means, context, 'settings.blockIPAddress.create', entry);
  return { id: String(id), ip };
}

/** Puts a payer's address, a name or a card on the list of the gate; of names and cards the hash alone is kept. */
export async function addEntry(
  means: EntryMeans,
  context: RequestContext,
  input: ParsedInputOf<typeof addBlockEntry>,
): Promise<{ id: string; shown: string }> {
  const { kind, note } = input;
  const agentId = await chosenAgent(means, context, input.agent_id);
  const { value, shown } = readValue(means.vault, kind, input.value, context);
  const entry = { kind, agentId, value, shown, note };
  const id = await add(means, context, 'settings.blockLists.create', entry);
  return { id: String(id), shown };
}

/** Takes an entry off; a foreign one is as absent as none. */
export async function removeEntry(
  means: EntryMeans,
  context: RequestContext,
  id: string,
  list: { readonly act: Permission; readonly kinds: readonly EntryKind[] },
): Promise<void> {
  await transact(means.db.app, async (tx) => {
    const removed = await deleteEntry(tx, context.actor.scope, BigInt(id), list.kinds);
    if (removed === undefined) throw new Refusal('notFound');
    await recordAudit(tx, { ...auditOf(context, list.act, id), before: removed });
  });
  await means.changed();
}

/** The value as the table keeps it, and as a list may show it. */
export function readValue(
  vault: Vault,
  kind: 'ip' | 'name' | 'card',
  text: string,
  context: Pick<RequestContext, 'locale'>,
): { value: string; shown: string } {
  if (kind === 'ip') {
    const network = networkOf(text, context);
    return { value: network, shown: network };
  }
  if (kind === 'name') {
    const folded = foldName(text);
    if (folded === '') throw wrongField('value', translate(context.locale, 'common.validation.required'));
    return { value: blockHash(vault, 'name', text), shown: maskName(text.normalize('NFKC')) };
  }
  const card = foldCard(text);
  if (!/^[0-9A-Z]{4,34}$/.test(card)) {
    throw wrongField('value', translate(context.locale, 'common.validation.format'));
  }
  return { value: blockHash(vault, 'card', card), shown: maskCard(card) };
}

async function add(
  { changed, db }: EntryMeans,
  context: RequestContext,
  act: Permission,
  entry: { kind: EntryKind; agentId: bigint | null; value: string; shown: string; note: string },
): Promise<bigint> {
  const id = await transact(db.app, async (tx) => {
    const added = await insertEntry(tx, { ...entry, createdBy: context.actor.userId });
    const after = { kind: entry.kind, shown: entry.shown, note: entry.note, agent: entry.agentId };
    await recordAudit(tx, { ...auditOf(context, act, String(added)), after });
    return added;
  });
  await changed();
  return id;
}

function networkOf(text: string, { locale }: Pick<RequestContext, 'locale'>): string {
  const network = normalizeNetwork(text);
  // Not money: the length of a prefix.
  const prefix = Number(network?.split('/')[1] ?? '128');
  const isTooWide = network !== undefined && prefix < (network.includes(':') ? widest.ipv6 : widest.ipv4);
  if (network === undefined || isTooWide) {
    throw wrongField('ip', translate(locale, 'common.validation.ip'));
  }
  return network;
}

function wrongField(field: string, says: string): Refusal {
  return new Refusal('invalidFields', { fields: { [field]: [says] } });
}

/** A senior agent's lists hold in his own tree; people of the platform write for all. */
function ownAgent({ actor }: RequestContext): bigint | null {
  if (actor.scope.kind === 'platform') return null;
  if (actor.scope.kind === 'agent') return actor.scope.agentId;
  throw new Refusal('forbidden');
}

async function chosenAgent(
  { db }: EntryMeans,
  context: RequestContext,
  chosen: string | undefined,
): Promise<bigint | null> {
  const own = ownAgent(context);
  if (own !== null || chosen === undefined) return own;
  if (!(await isSeniorAgent(db.app, BigInt(chosen)))) throw new Refusal('enterPremiumProxyId');
  return BigInt(chosen);
}

function auditOf({ actor, ip, requestId, userAgent }: RequestContext, act: Permission, objectId: string) {
  return {
    actorId: actor.userId,
    effectiveId: actor.effectiveUserId,
    act,
    objectKind: 'block_entry' as const,
    objectId,
    ip,
    userAgent,
    requestId,
  };
}
