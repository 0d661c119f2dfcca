import { Refusal } from '@suanpan/domain/errors';
import type { Kysely } from 'kysely';
import { constantTimeEqual, hashToken } from '../../platform/crypto/tokens.ts';
import { keptApart } from '../../platform/db/kept-apart.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Credentials } from '../../platform/http/create-http.ts';
import { RefusedPerson } from '../../platform/http/actor.ts';
import { permissionsOf, scopeOf } from '../rights/index.ts';
import type { Holder } from '../rights/index.ts';
import { mayComeFrom } from './address-rule.ts';
import { browserCookie } from './browser-cookie.ts';
import { readRights, readSession } from './sessions.store.ts';
import type { RightsRow, SessionRow } from './sessions.store.ts';

/**
 * Who calls, with the rights of this moment. Throws `sessionEnded` for a token that is absent, unknown, ended, idle
 * too long or used outside its browser, or whose user (or his owner) is no longer active; `ipNotAllowed` for an
 * address outside his list.
 */
export async function authenticate(db: Kysely<Tables>, credentials: Credentials): Promise<Actor> {
  const { token, isBackground } = credentials;
  return actorOf(
    token === undefined
      ? undefined
      : await keptApart(db, 'sessions', () => readSession(db, { token }, isBackground)),
    credentials,
  );
}

/**
 * The same for a session that is known by its id, for calls that carry something else than its token: an address that
 * was made for this session and counts once.
 */
export async function authenticateSession(
  db: Kysely<Tables>,
  sessionId: bigint,
  visitor: Visitor,
): Promise<Actor> {
  return actorOf(await keptApart(db, 'sessions', () => readSession(db, { sessionId }, true)), visitor);
}

type Visitor = Pick<Credentials, 'cookies' | 'ip'>;

function actorOf(row: SessionRow | undefined, { cookies, ip }: Visitor): Actor {
  if (row === undefined) throw new Refusal('sessionEnded');
  const who = { userId: row.my_id, effectiveUserId: row.user_id };
  if (!isBrowserOf(row, cookies[browserCookie])) throw new RefusedPerson('sessionEnded', who);
  const statuses = [row.my_status, row.my_owner_status, row.status, row.owner_status];
  if (statuses.some((status) => status !== null && status !== 'active')) {
    throw new RefusedPerson('sessionEnded', who);
  }
  if (!mayComeFrom(row.my_ip_allowlist, ip)) throw new RefusedPerson('ipNotAllowed', who);

  const holder = holderOf(row);
  return {
    ...who,
    roleName: row.kind,
    username: row.my_username,
    scope: scopeOf(holder),
    agentId: row.agent_id,
    permissions: permissionsOf(holder, { impersonated: row.my_id !== row.user_id }),
    sessionId: row.id,
    locked: !row.second_factor || !row.my_totp_bound,
    currency: row.currency,
  };
}

function isBrowserOf(row: SessionRow, cookie: string | undefined): boolean {
  return row.browser_hash === null || constantTimeEqual(row.browser_hash, hashToken(cookie ?? ''));
}

/**
 * A user with his rights of this moment, without a session: for work that goes on after he has left. Null when he, or
 * the owner he works for, is not active any more.
 */
export async function actorNow(
  db: Kysely<Tables>,
  userId: bigint,
  options: { readonly impersonated?: boolean } = {},
): Promise<Actor | null> {
  const row = await readRights(db, userId);
  if (row === undefined || row.status !== 'active') return null;
  if (row.owner_status !== null && row.owner_status !== 'active') return null;
  const holder = holderOf(row);
  return {
    userId,
    effectiveUserId: userId,
    roleName: row.kind,
    username: row.username,
    scope: scopeOf(holder),
    agentId: row.agent_id,
    permissions: permissionsOf(holder, options),
    sessionId: 0n,
    locked: false,
    currency: row.currency,
  };
}

function holderOf(row: RightsRow): Holder {
  const owner: Holder | null =
    row.owner_id === null || row.owner_kind === null
      ? null
      : {
          id: row.owner_id,
          kind: row.owner_kind,
          ownGrant: row.owner_grant,
          roleGrant: row.owner_role_grant,
          allowManualBalance: row.owner_allow_manual_balance === true,
          allowManualPayout: row.owner_allow_manual_payout === true,
          owner: null,
        };
  return {
    id: row.user_id,
    kind: row.kind,
    ownGrant: row.own_grant,
    roleGrant: row.role_grant,
    allowManualBalance: row.allow_manual_balance,
    allowManualPayout: row.allow_manual_payout,
    owner,
  };
}
