import type { RoleName } from '@suanpan/domain/access/roles';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import type { Tx } from '../db/transact.ts';
import type { Locale } from './locale.ts';

/** Whose rows the caller may touch. */
export type Scope =
  | { readonly kind: 'platform' }
  | { readonly kind: 'agent'; readonly agentId: bigint }
  | { readonly kind: 'subAgent'; readonly subAgentId: bigint }
  | { readonly kind: 'customer'; readonly customerId: bigint }
  | { readonly kind: 'middleman'; readonly middlemanId: bigint };

/** The signed-in caller, read anew on every request, so that changes of rights act at once. */
export interface Actor {
  readonly userId: bigint;
  /** The user acted for; differs from `userId` only while impersonating. */
  readonly effectiveUserId: bigint;
  readonly roleName: RoleName;
  readonly username: string;
  readonly scope: Scope;
  /** The senior agent in whose tree he calls, himself included; null for people of the platform. */
  readonly agentId: bigint | null;
  readonly permissions: ReadonlySet<string>;
  readonly sessionId: bigint;
  /** 2FA is still to be bound: only a handful of calls are open. */
  readonly locked: boolean;
  readonly currency: Currency;
}

/** Who calls, and for whom: all that the log tells of him. */
export type Who = Pick<Actor, 'userId' | 'effectiveUserId'>;

/** The session is known, and whoever brings it is turned away all the same: the log names him. */
export class RefusedPerson extends Refusal {
  readonly who: Who;

  constructor(name: ErrorName, { userId, effectiveUserId }: Who) {
    super(name);
    this.who = { userId, effectiveUserId };
  }
}

/** What a handler knows of a call before anybody signed in. */
export interface PublicContext {
  readonly requestId: string;
  readonly locale: Locale;
  /** The client's address, taken through the trusted proxies, IPv4 unmapped. */
  readonly ip: string;
  readonly userAgent: string;
  /** The host asked for, lower case, without a port. */
  readonly host: string;
  /** The bearer token as sent; only sign-out and /validate/token look at it. */
  readonly token?: string;
  /** `X-Client: web`: the browser application, which also gets the HttpOnly cookie. */
  readonly isWeb: boolean;
  /** The call was made by a timer (`X-Background: 1`) and does not prove that somebody is there. */
  readonly isBackground: boolean;
  readonly cookies: Readonly<Record<string, string>>;
  /** Replaces the envelope's message, in the caller's language. */
  say(message: string): void;
  /** HttpOnly, SameSite=Strict, Path=/, Secure on https; an age of 0 deletes it. */
  setCookie(name: string, value: string, maxAgeS: number): void;
}

export interface RequestContext extends PublicContext {
  readonly actor: Actor;
}

/**
 * Runs the work in one transaction with the call's key and answers what it answers: for the same key and request that is
 * what the first one answered. May be called once a call. Repeated after deadlocks, so the work reaches nothing but `tx`.
 */
export type Once = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What the handler of an endpoint marked `idempotent` gets. */
export interface KeyedContext extends RequestContext {
  readonly once: Once;
}
