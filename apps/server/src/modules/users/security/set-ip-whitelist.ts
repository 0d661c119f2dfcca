import { isIP } from 'node:net';
import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import type { setIpWhitelist as contract } from '@suanpan/contract/endpoints/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { addressMatcher, normalizeAddress } from '../../../platform/http/client-ip.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { endSession, mayComeFrom } from '../../sessions/index.ts';
import { lockForAct } from '../find/get-user.ts';
import { readColumns, saveUser, sessionsOf } from '../users.store.ts';
import { recordAct } from '../record-act.ts';

/** One spelling of an address or a block; undefined for what is neither. */
function normalizeEntry(entry: string): string | undefined {
  const [address = '', bits, ...more] = entry.split('/');
  if (isIP(address) === 0 || more.length > 0) return undefined;
  const plain = normalizeAddress(address);
  if (plain === undefined || bits === undefined) return plain;
  // Not money: the length of a prefix. A mapped address would lose the meaning of its prefix.
  const length = Number(bits);
  const isMapped = isIP(address) !== isIP(plain);
  const fits = /^\d{1,3}$/.test(bits) && length <= (isIP(plain) === 4 ? 32 : 128);
  return fits && !isMapped ? `${plain}/${length}` : undefined;
}

/**
 * Stores the list; it counts from the next request, and sessions from elsewhere end at once. A user who edits his own
 * list must keep his own address on it, else `lockedYourselfOut`.
 */
export async function setIpWhitelist(
  tx: Tx,
  context: RequestContext,
  { id, version, entries }: ParsedInputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { user, right } = await lockForAct(tx, context.actor, id, 'ipAllowlist', version);
  const list = [...new Set(entries.map((entry) => normalizeEntry(entry) ?? refuseEntry(context, entry)))];
  addressMatcher(list);
  if (user.id === context.actor.userId && !mayComeFrom(list, context.ip)) {
    throw new Refusal('lockedYourselfOut');
  }
  const before = await readColumns(tx, user.id, ['ip_allowlist']);
  await saveUser(tx, user.id, { ip_allowlist: list });
  let ended = 0;
  for (const session of await sessionsOf(tx, user.id)) {
    if (session.ip === null || mayComeFrom(list, session.ip)) continue;
    if (await endSession(tx, session.id, 'accessChanged')) ended += 1;
  }
  await recordAct(tx, context, { userId: user.id, act: right, before, after: { ip_allowlist: list } });
  await emit(tx, [
    { kind: 'user.ipAllowlistChanged', subject: `user:${user.id}`, payload: { user_id: String(user.id) } },
  ]);
  return { entries: list, sessions_ended: ended };
}

function refuseEntry({ locale }: RequestContext, entry: string): never {
  const says = translate(locale, 'common.validation.ip');
  throw new Refusal('invalidFields', { fields: { entries: [`${entry}: ${says}`] } });
}
