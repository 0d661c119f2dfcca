import type { ExportFormat, ExportKind } from '@suanpan/domain/exports/kinds';
import { exportMaxDays } from '@suanpan/domain/limits';
import type { Exports } from '../modules/exports/index.ts';
import type { Identity } from '../modules/identity/index.ts';
import { businessNow } from '../platform/clock.ts';
import { newRequestId } from '../platform/crypto/ids.ts';
import type { Database } from '../platform/db/database.ts';
import { transact } from '../platform/db/transact.ts';
import { hasExports, listDemoAccounts } from './demo-accounts.queries.ts';

export interface SeedExportsDeps {
  readonly db: Database;
  readonly exports: Pick<Exports, 'request' | 'write'>;
  readonly identity: Pick<Identity, 'actorNow'>;
}

interface DemoExport {
  readonly username: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  /** Names of the span, for lists that have dates. */
  readonly span?: readonly [from: string, to: string];
}

const made: readonly DemoExport[] = [
  {
    username: 'admin.lin',
    kind: 'collections.transactions',
    format: 'xlsx',
    span: ['created_from', 'created_to'],
  },
  { username: 'admin.lin', kind: 'users.list', format: 'csv' },
  { username: 'yueguang', kind: 'accounting.changelogs', format: 'csv', span: ['from', 'to'] },
];

/** A few finished exports, ordered and written as anybody's are; whoever has some already gets no more. */
export async function seedExports({ db, exports, identity }: SeedExportsDeps): Promise<void> {
  const accounts = await listDemoAccounts(db.app);
  const until = await businessNow(db.app);
  const from = new Date(until.getTime() - exportMaxDays * 86_400_000);
  for (const username of new Set(made.map((each) => each.username))) {
    const account = accounts.find((each) => each.username === username);
    const actor = account === undefined ? null : await identity.actorNow(account.id);
    if (account === undefined || actor === null || (await hasExports(db.app, account.id))) continue;
    for (const { kind, format, span } of made.filter((each) => each.username === username)) {
      const { id } = await exports.request(
        {
          actor,
          locale: 'zh-TW',
          ip: '127.0.0.1',
          userAgent: 'demo',
          requestId: newRequestId(),
          once: (work) => transact(db.app, work),
        },
        {
          kind,
          format,
          filter: span === undefined ? {} : { [span[0]]: from.toISOString(), [span[1]]: until.toISOString() },
        },
      );
      await exports.write(BigInt(id));
    }
  }
}
