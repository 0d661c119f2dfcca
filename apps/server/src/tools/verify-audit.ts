import { verifyAudit } from '../modules/audit/index.ts';
import type { AuditProof } from '../modules/audit/index.ts';
import { ConfigError } from '../platform/config.ts';
import { withDatabase } from './with-database.ts';

const line = (text: string): void => void process.stdout.write(`${text}\n`);

function print(proof: AuditProof): void {
  line(`${proof.blocks} blocks, ${proof.rows} rows, ${proof.unsealed} too young to be sealed`);
  line(`head ${proof.head === '' ? '(nothing was sealed yet)' : proof.head}`);
  if (proof.passed) return line('The audit chain holds');
  const row = proof.brokenRow === null ? '' : `, row ${proof.brokenRow}`;
  line(`THE AUDIT CHAIN IS BROKEN at block ${proof.brokenBlock}${row}`);
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
