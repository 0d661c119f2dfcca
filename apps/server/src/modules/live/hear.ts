import { balanceRoom, checkoutRoom, notificationRoom } from '@suanpan/contract/realtime/rooms';
import { refusalActs } from '@suanpan/domain/audit/acts';
import { Refusal } from '@suanpan/domain/errors';
import { languageCookieName } from '@suanpan/domain/limits';
import { localeFromCookie } from '@suanpan/messages/locale';
import type { Locale } from '@suanpan/messages/locale';
import { newRequestId } from '../../platform/crypto/ids.ts';
import { RefusedPerson } from '../../platform/http/actor.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { readCookies } from '../../platform/http/bind-endpoints.ts';
import type { Credentials } from '../../platform/http/create-http.ts';
import { socketPath } from '../../platform/http/server-door.ts';
import { userRoom } from '../../platform/realtime.ts';
import type { Handshake, Hearing } from '../../platform/realtime.ts';
import type { Collections } from '../collections/index.ts';
import { ownerOf } from '../../platform/http/owner-of.ts';
import type { Identity } from '../identity/index.ts';
import { approvalRoomsFor, orderRoomsFor } from './trees.ts';

/**
 * Everything a session may hear: orders and balance of its tree, and the notifications of its user in the language
 * of its browser. A session that must still bind a second factor hears nothing but its own end.
 */
export function roomsFor(actor: Actor, locale: Locale): string[] {
  if (actor.locked) return [];
  const owner = ownerOf(actor.scope);
  return [
    ...orderRoomsFor(actor),
    ...approvalRoomsFor(actor),
    ...(owner === null ? [] : [balanceRoom(String(owner))]),
    notificationRoom(String(actor.effectiveUserId), locale),
  ];
}

export interface HearingMeans {
  readonly identity: Pick<Identity, 'authenticate' | 'onDenied'>;
  readonly collections: Pick<Collections, 'tokens'>;
}

/**
 * Whom a socket belongs to and what it hears: a signed-in session, or the payers of one order by the token in
 * their link. Refuses sessionEnded for a bad or ended session and notFound for a token that no order has.
 */
export async function hear({ identity, collections }: HearingMeans, handshake: Handshake): Promise<Hearing> {
  if (handshake.checkout !== undefined) {
    const orderId = collections.tokens.read(handshake.checkout);
    if (orderId === null) throw new Refusal('notFound');
    return { rooms: [checkoutRoom(String(orderId))] };
  }
  const cookies = readCookies(handshake.cookieHeader);
  const actor = await recognise(identity, {
    token: handshake.token,
    cookies,
    ip: handshake.ip,
    userAgent: handshake.userAgent,
    // An open page keeps its socket whether somebody sits before it or not.
    isBackground: true,
    requestId: newRequestId(),
  });
  return {
    userId: actor.effectiveUserId,
    sessionId: actor.sessionId,
    // Files are his who sits there, also while he acts for another.
    rooms: [...roomsFor(actor, localeFromCookie(cookies[languageCookieName])), userRoom(actor.userId)],
  };
}

/** A session that is there and not to be used here leaves its row, as every other call's does. */
async function recognise(identity: HearingMeans['identity'], credentials: Credentials): Promise<Actor> {
  try {
    return await identity.authenticate(credentials);
  } catch (error) {
    const refusal = refusalActs.find((name) => error instanceof RefusedPerson && name === error.refusal);
    if (error instanceof RefusedPerson && refusal !== undefined) {
      identity.onDenied({ ...credentials, actor: error.who, method: 'GET', path: socketPath, refusal });
    }
    throw error;
  }
}
