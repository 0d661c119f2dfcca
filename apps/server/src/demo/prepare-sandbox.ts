import { createServer } from 'node:net';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import { transact } from '../platform/db/transact.ts';
import type { Log } from '../platform/log.ts';
import { channelAccountNames, userNames } from './demo-names.ts';
import { listLiveKeys } from './live/live.queries.ts';
import type { LiveKeyRow } from './live/live.queries.ts';
import { demoChannelAccounts, demoPayoutAccounts } from './tenants/demo-channels.ts';
import type { DemoSecrets } from './demo-secrets.ts';
import { demoMerchants } from './tenants/demo-tenants.ts';
import { ensureSandboxDatabase } from './sandbox-database.ts';
import { freePort, isServedBy, superviseProgram } from './sandbox-programs.ts';
import type { EarlyPrograms, SandboxProgram } from './sandbox-programs.ts';
import { findBankOrigin, listShops } from './tenants/tenants.queries.ts';
import type { ShopRow } from './tenants/tenants.queries.ts';
import { saveBankOrigin, saveEchoOrigin } from './tenants/tenants.store.ts';

export interface Sandbox {
  readonly bank: SandboxProgram;
  readonly echoShop: SandboxProgram;
}

export interface SandboxDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
  readonly secrets: DemoSecrets;
  readonly adminUrl: string;
  readonly publicUrl: string;
  /** Programs that are loading already. */
  readonly early?: EarlyPrograms | undefined;
}

/**
 * Starts the sandbox bank and the echo shop, on the ports of the last start where they are free, and leads the
 * demo's channels and callbacks to where the two will listen. Does not wait until they do. Several processes of one
 * installation share them: the first runs them, and another takes over when they are gone with it.
 */
export async function prepareSandbox(deps: SandboxDeps): Promise<Sandbox> {
  const { db, log, secrets, adminUrl, publicUrl, early } = deps;
  const [shops, keys] = await Promise.all([listShops(db.app), listLiveKeys(db.app, 'collect')]);
  const bankBefore = await findBankOrigin(db.app);
  const echoBefore = shops.flatMap(({ url }) => URL.parse(url ?? '')?.origin ?? []).at(0);
  const own = new URL(adminUrl).pathname
    .toLowerCase()
    .replaceAll(/[^a-z_]/g, '')
    .slice(0, 30);
  const databaseOf = (kind: 'bank' | 'echo'): Promise<string> =>
    ensureSandboxDatabase(adminUrl, `${own}_${kind}`, secrets.database(`${own}_${kind}`), log);

  const installation = secrets.installation(own);
  const bankPort = await portOf(bankBefore, installation);
  const echoPort = await portOf(echoBefore, installation);
  const [bankDatabase, echoDatabase] = await Promise.all([databaseOf('bank'), databaseOf('echo')]);
  const bank = superviseProgram(
    'bank',
    bankPort,
    {
      SANDBOX_PORT: String(bankPort),
      DATABASE_URL: bankDatabase,
      SANDBOX_INSTALLATION: installation,
      SANDBOX_PUBLIC_BASE: `${publicUrl}/sandbox`,
      SANDBOX_MERCHANTS: JSON.stringify(
        [...demoChannelAccounts, ...demoPayoutAccounts].map(({ merchantNo }) => ({
          merchant_no: merchantNo,
          secret: secrets.bank(merchantNo),
          name: channelAccountNames[merchantNo],
        })),
      ),
    },
    log,
    early?.bank,
    () => isServedBy(installation, bankPort),
  );
  const echoShop = superviseProgram(
    'echo-shop',
    echoPort,
    {
      ECHO_PORT: String(echoPort),
      DATABASE_URL: echoDatabase,
      SANDBOX_INSTALLATION: installation,
      ECHO_PUBLIC_BASE: `${publicUrl}/echo-shop`,
      ECHO_PLATFORM: publicUrl,
      ECHO_BANK_PAGES: `${publicUrl}/sandbox`,
      ECHO_SHOPS: JSON.stringify(shopsOf(shops, keys, deps)),
    },
    log,
    early?.['echo-shop'],
    () => isServedBy(installation, echoPort),
  );
  try {
    await transact(db.app, async (tx) => {
      await saveBankOrigin(tx, bank.origin);
      if (echoBefore !== undefined && echoBefore !== echoShop.origin) {
        await saveEchoOrigin(tx, echoBefore, echoShop.origin);
      }
    });
    return { bank, echoShop };
  } catch (error) {
    await Promise.all([bank.stop(), echoShop.stop()]);
    throw error;
  }
}

/** A shop knows the secrets that its merchant has now; before the seed, those he will get. */
function shopsOf(
  rows: readonly ShopRow[],
  keys: readonly LiveKeyRow[],
  { vault, secrets }: SandboxDeps,
): unknown[] {
  const known = new Map(rows.map((row) => [row.shop, row]));
  const keyOf = new Map(keys.map((row) => [row.username, row]));
  return demoMerchants.map(({ username, currency }) => {
    const row = known.get(username);
    const key = keyOf.get(username);
    const v1 = row?.v1_secret_sealed;
    return {
      shop: username,
      webhook_secret:
        row === undefined
          ? secrets.webhook(username)
          : vault.open(row.secret_sealed, 'webhook_endpoint.secret'),
      v1_key: v1 == null ? secrets.webhookV1(username) : vault.open(v1, 'webhook_endpoint.v1_secret'),
      // A merchant who has taken his keys back sells nothing more.
      ...((row === undefined || key !== undefined) && {
        selling: {
          name: userNames[username] ?? username,
          currency,
          api_key: key?.key ?? secrets.apiKey(username, 'live'),
          api_secret:
            key === undefined
              ? secrets.apiSecret(username, 'live')
              : vault.open(key.secret_sealed, 'api_key.secret'),
        },
      }),
    };
  });
}

/** The port of an earlier origin while no stranger has taken it, else a free one. */
async function portOf(before: string | undefined, installation: string): Promise<number> {
  const port = Number(URL.parse(before ?? '')?.port ?? 0);
  if (port === 0) return freePort();
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree || (await isServedBy(installation, port)) ? port : freePort();
}
