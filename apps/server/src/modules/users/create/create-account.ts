import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createCustomer } from '@suanpan/contract/endpoints/user-acts';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { defaultRegion, misprintedRegion } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { createUser, refuseWeakPassword } from '../../identity/index.ts';
import type { UserDraft } from '../../identity/index.ts';
import { linkFor } from '../security/reset-passwords.ts';
import { recordAct } from '../record-act.ts';

export type Draft = Pick<
  ParsedInputOf<typeof createCustomer>,
  'name' | 'username' | 'password' | 'phone' | 'email'
>;

export interface Means {
  readonly vault: Vault;
  readonly publicUrl: string;
}

export interface NewAccount {
  readonly id: bigint;
  readonly link: OutputOf<typeof createCustomer>['password_link'];
}

/**
 * Makes an account at its place in the tree. A given password is held against the rules; without one the answer holds
 * the link with which its owner sets it. Refuses `usernameTaken`.
 */
export async function createAccount(
  tx: Tx,
  { vault, publicUrl }: Means,
  context: RequestContext,
  { draft, place, act }: { readonly draft: Draft; readonly place: Placed; readonly act: Permission },
): Promise<NewAccount> {
  const { name, username, password, phone, email } = draft;
  if (password !== undefined) {
    refuseWeakPassword(password, { context: [username, name], locale: context.locale, field: 'password' });
  }
  const made = createUser(tx, vault, {
    ...place,
    madeBy: context.actor.userId,
    name,
    username,
    ...(password !== undefined && { password }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
  });
  const { id, status } = await made.catch((error: unknown) => {
    const isTaken = error instanceof Refusal && error.refusal === 'usernameTaken';
    throw isTaken ? atField(context, 'usernameTaken', 'username') : error;
  });
  const { kind, parentId } = place;
  await recordAct(tx, context, {
    userId: id,
    act,
    toStatus: status,
    after: { kind, username, name, parent_id: parentId },
  });
  return { id, link: password === undefined ? await linkFor(tx, context, publicUrl, id) : null };
}

export type Placed = Pick<UserDraft, 'kind' | 'parentId' | 'subAgentId' | 'currency' | 'region'>;

/** A refusal that is about one field of the form, and is said beside it. */
export function atField({ locale }: RequestContext, name: FieldError, field: string): Refusal {
  return new Refusal(name, { fields: { [field]: [translate(locale, `errors.${name}`)] } });
}
type FieldError = 'enterPremiumProxyId' | 'notFound' | 'usernameTaken';

/** The region as it is stored; the specification's misprint is taken for what it means, and nothing else is known. */
export function regionOf({ locale }: RequestContext, given: string): string {
  if (given === misprintedRegion || given === defaultRegion) return defaultRegion;
  throw new Refusal('invalidFields', { fields: { region: [translate(locale, 'common.validation.choice')] } });
}
