import { verifyAudit } from '../modules/audit/index.ts';
import type { AuditProof } from '../modules/audit/index.ts';
import { ConfigError } from '../platform/config.ts';
import { withDatabase } from './with-database.ts';

const line = (text: string): void => void process.stdout.write(`${text}\n`);

function print(proof: AuditProof): void {
  // An empty log proves nothing: the command stands before another DATA_DIR, or the server never ran.
  if (proof.blocks === 0 && proof.passed) {
    line(
      `Nothing was sealed yet (${proof.unsealed} rows wait): there is no chain to verify. Is DATA_DIR right?`,
    );
    process.exitCode = 1;
    return;
  }
  line(`${proof.blocks} blocks, ${proof.rows} rows, ${proof.unsealed} too young to be sealed`);
  line(proof.head === '' ? 'no block holds' : `head ${proof.head}`);
  if (proof.passed) return line('The audit chain holds');
  const row = proof.brokenRow === null ? '' : `, row ${proof.brokenRow} of audit_log`;
  line(`THE AUDIT CHAIN IS BROKEN at block ${proof.brokenBlock}${row}: nothing from there on is proved`);
  process.exitCode = 1;
}

/** `npm run audit:verify`: computes the chain over the audit log anew; ends with 1 when a row was touched. */
withDatabase(async ({ db, vault }) => {
  const proof = await verifyAudit(db, vault, async ({ blocks, rows }) =>
    line(`… ${blocks} blocks, ${rows} rows`),
  );
  print(proof);
}).catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
