import type { z } from 'zod';
import type { Permission } from '@suanpan/domain/access/permissions';

/** Who may call: everybody, any session (some also while 2FA is still unbound), or holders of one permission. */
export type Access = { public: true } | { session: true; whileLocked?: true } | { permission: Permission };

/**
 * One call of the back office: where it lives, who may make it, and what crosses the wire.
 * `input` is a strict object that merges the path's parameters with the query (GET) or the body (others),
 * so unknown fields are refused in one place. An endpoint without `access` does not compile.
 */
export interface Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Keyed extends true | undefined = true | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with `{name}` for parameters. */
  readonly path: string;
  readonly access: Access;
  /**
   * Somebody who acts for another may call it too. Without the mark he is refused, whatever the rights of the one he
   * acts for, so that a new endpoint is shut to visitors until somebody opens it: for what only reads and tells no
   * secret, for files that become the visitor's own, and for leaving.
   */
  readonly whileActing?: 'allowed';
  /** The call moves money or cannot be undone: it is refused without an Idempotency-Key and done once a key. */
  readonly idempotent?: Keyed;
  readonly input: Input;
  readonly output: Output;
}

/** Keeps the literal types of an endpoint, so that both sides infer from it. */
export function endpoint<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Keyed extends true | undefined = undefined,
>(definition: Endpoint<Input, Output, Keyed>): Endpoint<Input, Output, Keyed> {
  return definition;
}

/** `true` for an endpoint that takes an Idempotency-Key, else `never`. */
export type KeyOf<E extends Endpoint> = NonNullable<E['idempotent']>;

/** What a caller gives: fields with defaults may be left out. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What a handler receives: parsed, with defaults filled in. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
/** The `data` of the envelope. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
