import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import { listDemoAccounts } from './demo-accounts.queries.ts';
import type { DemoSecrets } from './demo-secrets.ts';

/** One entry of DATA_DIR/demo-accounts.json. Without `totp_secret` the account still has to bind one. */
export interface DemoAccount {
  readonly role: RoleName;
  readonly username: string;
  readonly password: string;
  readonly payment_password?: string;
  readonly totp_secret?: string;
  readonly customer_id?: string;
  readonly api_key?: string;
  readonly api_secret?: string;
  readonly webhook_secret?: string;
}

/**
 * The demo's accounts with all their secrets as they stand now. The password is the one an account was made with;
 * whoever has changed his own knows it.
 */
export async function readDemoAccounts(
  db: Database,
  vault: Vault,
  secrets: DemoSecrets,
): Promise<DemoAccount[]> {
  const rows = await listDemoAccounts(db.app);
  return rows.map((row) => ({
    role: row.kind,
    username: row.username,
    password: secrets.password(row.username),
    ...(row.totp_sealed !== null && {
      payment_password: secrets.paymentPassword(row.username),
      totp_secret: vault.open(row.totp_sealed, 'app_user.totp'),
    }),
    ...(row.kind === 'customer' && { customer_id: String(row.id) }),
    ...(row.api_key !== null &&
      row.api_secret_sealed !== null && {
        api_key: row.api_key,
        api_secret: vault.open(row.api_secret_sealed, 'api_key.secret'),
      }),
    ...(row.webhook_secret_sealed !== null && {
      webhook_secret: vault.open(row.webhook_secret_sealed, 'webhook_endpoint.secret'),
    }),
  }));
}

/** Writes them where only the owner of the process may read, all or nothing. Answers the file. */
export function writeDemoAccounts(dataDir: string, accounts: readonly DemoAccount[]): string {
  const file = join(dataDir, 'demo-accounts.json');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}

/** The table for the person at the terminal. */
export function showDemoAccounts(accounts: readonly DemoAccount[], file: string): string {
  const rows = [
    ['role', 'username', 'password', 'TOTP secret'],
    ...accounts.map(({ role, username, password, totp_secret: totp }) => [
      role,
      username,
      password,
      totp ?? '(to bind)',
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`,
  );
  return ['Demo accounts:', ...lines, `Payment passwords, API keys and webhook secrets: ${file}`].join('\n');
}
