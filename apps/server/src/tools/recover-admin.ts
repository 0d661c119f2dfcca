import { parseArgs } from 'node:util';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { recoverAdministrator } from '../modules/identity/index.ts';
import { ConfigError } from '../platform/config.ts';
import { transact } from '../platform/db/transact.ts';
import { withDatabase } from './with-database.ts';

const usage = `npm run admin:recover -- --username <name> [--cancel]

Gives an administrator or manager his account back when no second person is left to do it. The first call announces it
to everybody who is signed in; a call 24 hours later takes his second factor and payment password away and prints a
one-time link with which he sets a password. Until then --cancel takes it back. Works while the server runs.
`;

/** Whose account, or undefined when the arguments are not usable. */
function readArguments(): { readonly username: string; readonly isCancelled: boolean } | undefined {
  try {
    const { values } = parseArgs({
      options: { username: { type: 'string' }, cancel: { type: 'boolean', default: false } },
    });
    return values.username === undefined
      ? undefined
      : { username: values.username, isCancelled: values.cancel };
  } catch {
    return undefined;
  }
}

async function main(): Promise<void> {
  const wanted = readArguments();
  if (wanted === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  await withDatabase(async ({ db, config }) => {
    const recovered = await transact(db.app, (tx) => recoverAdministrator(tx, wanted));
    const says = (text: string): void => void process.stdout.write(`${wanted.username}: ${text}\n`);
    switch (recovered.state) {
      case 'announced':
        says(`announced; call this again after ${recovered.effectiveAt.toISOString()}`);
        break;
      case 'waiting':
        says(`was announced; it takes effect when called after ${recovered.effectiveAt.toISOString()}`);
        break;
      case 'cancelled':
        says('the recovery was cancelled');
        break;
      case 'done':
        says(`open this link once, before ${recovered.link.expiresAt.toISOString()}, and set a password`);
        process.stdout.write(`\n  ${config.publicUrl}/#/userLogin?code=${recovered.link.code}\n\n`);
    }
  });
}

main().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof Refusal;
  const text = error instanceof Refusal ? translateError('en', error.refusal, error.params) : undefined;
  process.stderr.write(`${text ?? (isExpected ? error.message : String(error))}\n`);
  process.exitCode = 1;
});
