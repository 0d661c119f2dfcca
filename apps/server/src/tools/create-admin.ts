import { parseArgs } from 'node:util';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { createPasswordLink, createUser, findNewcomer } from '../modules/identity/index.ts';
import type { PasswordLink } from '../modules/identity/index.ts';
import { recordAudit } from '../modules/audit/index.ts';
import { ConfigError } from '../platform/config.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import { transact } from '../platform/db/transact.ts';
import { withDatabase } from './with-database.ts';

const usage = `npm run admin:create -- --username <name> [--name <full name>] [--kind admin|manager]

Makes an administrator without a password and prints a one-time link (24 hours) with which he sets it himself.
For one who has not set it yet, a new link is made and the old one ends. Works while the server runs.
`;

interface Wanted {
  readonly username: string;
  readonly name: string;
  readonly kind: 'admin' | 'manager';
}

/** The wanted administrator, or undefined when the arguments are not usable. */
function readArguments(): Wanted | undefined {
  try {
    const { values } = parseArgs({
      options: {
        username: { type: 'string' },
        name: { type: 'string' },
        kind: { type: 'string', default: 'admin' },
      },
    });
    const { username, kind } = values;
    if (username === undefined || (kind !== 'admin' && kind !== 'manager')) return undefined;
    return { username, name: values.name ?? username, kind };
  } catch {
    return undefined;
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

async function main(): Promise<void> {
  const wanted = readArguments();
  if (wanted === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  await withDatabase(async ({ db, vault, config }) => {
    const { code, expiresAt } = await makeLink(db, vault, wanted);
    process.stdout.write(
      `${wanted.kind} ${wanted.username}: open this link once, before ${expiresAt.toISOString()}, and set a password\n\n` +
        `  ${config.publicUrl}/#/userLogin?code=${code}\n\n`,
    );
  });
}

main().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof Refusal;
  const text = error instanceof Refusal ? translateError('en', error.refusal, error.params) : undefined;
  process.stderr.write(`${text ?? (isExpected ? error.message : String(error))}\n`);
  process.exitCode = 1;
});
