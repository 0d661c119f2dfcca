import { parseArgs } from 'node:util';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { createPasswordLink, createUser, findNewcomer } from '../modules/identity/index.ts';
import type { PasswordLink } from '../modules/identity/index.ts';
import { recordAudit } from '../modules/audit/index.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import { transact } from '../platform/db/transact.ts';

const usage = `npm run admin:create -- --username <name> [--name <full name>] [--kind admin|manager]

Makes an administrator without a password and prints a one-time link (24 hours) with which he sets it himself.
For one who has not set it yet, a new link is made and the old one ends. Works while the server runs.
`;

export interface Wanted {
  readonly username: string;
  readonly name: string;
  readonly kind: 'admin' | 'manager';
}

/** The wanted administrator, or undefined, with the usage printed, when the arguments are not usable. */
export function readWanted(args: readonly string[], print: (text: string) => void): Wanted | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        username: { type: 'string' },
        name: { type: 'string' },
        kind: { type: 'string', default: 'admin' },
      },
    });
    const { username, kind } = values;
    if (username !== undefined && (kind === 'admin' || kind === 'manager')) {
      return { username, name: values.name ?? username, kind };
    }
  } catch {
    // What cannot be read is answered like what is missing.
  }
  print(usage);
  return undefined;
}

/** Makes him, or a new link for him, and prints it. Answers the exit code; 1 where he is refused, with the reason. */
export async function createAdminCommand(
  place: { readonly db: Database; readonly vault: Vault; readonly publicUrl: string },
  wanted: Wanted,
  print: (text: string) => void,
): Promise<number> {
  try {
    const { code, expiresAt } = await makeLink(place.db, place.vault, wanted);
    print(
      `${wanted.kind} ${wanted.username}: open this link once, before ${expiresAt.toISOString()}, and set a password\n\n` +
        `  ${place.publicUrl}/#/userLogin?code=${code}\n\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    print(`${translateError('en', error.refusal, error.params)}\n`);
    return 1;
  }
}

async function makeLink(db: Database, vault: Vault, wanted: Wanted): Promise<PasswordLink> {
  return transact(db.app, async (tx) => {
    const newcomer = await findNewcomer(tx, wanted.username, wanted.kind);
    const id = newcomer ?? (await createUser(tx, vault, { ...wanted, madeBy: null })).id;
    await recordAudit(tx, {
      actorId: null,
      act: newcomer === undefined ? 'admin.create' : 'password.link',
      objectKind: 'user',
      objectId: id.toString(),
      after: { username: wanted.username, kind: wanted.kind },
    });
    return createPasswordLink(tx, id, null);
  });
}
