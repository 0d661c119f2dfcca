import { parseArgs } from 'node:util';
import { translate } from '@suanpan/messages/translate';
import { acceptRestore, openHeads, verifyAudit } from '../modules/audit/index.ts';
import type { AuditProof } from '../modules/audit/index.ts';
import { ConfigError } from '../platform/config.ts';
import { withDatabase } from './with-database.ts';

const line = (text: string): void => void process.stdout.write(`${text}\n`);

function print(proof: AuditProof, folder: string): void {
  // An empty log proves nothing: the command stands before another DATA_DIR, or the server never ran.
  if (proof.blocks === 0 && proof.passed) {
    line(`Nothing was sealed (${proof.unsealed} rows wait): there is no chain to verify. Is DATA_DIR right?`);
    process.exitCode = 1;
    return;
  }
  line(`${proof.blocks} blocks, ${proof.rows} rows of the log, ${proof.journals} journals`);
  line(`${proof.unsealed} too young to be sealed`);
  if (proof.head !== '') line(`head ${proof.head}`);
  for (const { after, at, reason } of proof.restores) {
    line(`A restore was accepted at ${at}: the chain goes on after block ${after} (${reason})`);
  }
  if (proof.passed) return line('The audit chain holds');
  line(`THE AUDIT CHAIN IS BROKEN (heads kept in ${folder})`);
  for (const { name, where } of proof.findings) {
    line(`- ${name}: ${translate('en', `audit.findings.${name}`, { where })}`);
  }
  process.exitCode = 1;
}

/**
 * `npm run audit:verify`: computes the chain over the log and the books anew and holds it against the kept heads; ends
 * with 1 when anything was touched, and names it. After `-- --after=<block>` it begins behind a block that was
 * verified before. `-- --accept-restore=<reason>` answers, signed, for a backup that was restored.
 */
withDatabase(async ({ db, vault, config }) => {
  const { values } = parseArgs({
    options: { after: { type: 'string' }, 'accept-restore': { type: 'string' } },
  });
  const places = { db, vault, heads: openHeads({ folder: config.auditHeads, vault }) };
  const reason = values['accept-restore']?.trim();
  if (reason === '')
    throw new ConfigError([
      '--accept-restore: say why, e.g. --accept-restore="disk failed, backup of 3 May"',
    ]);
  if (reason !== undefined) await acceptRestore(places, reason);
  const proof = await verifyAudit(places, {
    ...(values.after !== undefined && { afterBlock: BigInt(values.after) }),
    onProgress: async ({ blocks, rows, journals }) =>
      line(`… ${blocks} blocks, ${rows} rows, ${journals} journals`),
  });
  print(proof, config.auditHeads);
}).catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
