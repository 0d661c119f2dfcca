import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import {
  backupFilePath,
  backups,
  backupTicket,
  makeBackup,
  scheduleBackups,
  verifyBackup,
} from '@suanpan/contract/endpoints/backups';
import type { BackupRow } from '@suanpan/contract/endpoints/backups';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { Database } from '../../../platform/db/database.ts';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { bindRaw } from '../../../platform/http/bind-raw.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { followLink } from '../../../platform/http/recognise-raw.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { BackupPlace } from './backup-place.ts';
import { countBackups, listBackups, readArchiver, readSchedule } from './backups.queries.ts';
import type { ListedBackup } from './backups.queries.ts';
import { askForBackup, askToVerify, giveTicket, setSchedule, spendTicket } from './backups.store.ts';
import type { SpentTicket, Verdict } from './backups.store.ts';
import { backupFolder } from './make-backup.ts';

interface BackupRoutesDeps {
  readonly db: Database;
  readonly place: BackupPlace | undefined;
  readonly identity: Pick<Identity, 'authenticateSession' | 'proveStepUp'>;
  /** Whoever makes them looks now. */
  readonly wake: () => void;
}

/** Copies of the cluster: made, tried, scheduled and fetched by the platform's people. */
export function bindBackups(app: Http, { db, identity, place, wake }: BackupRoutesDeps): void {
  const note = (
    tx: Tx,
    context: RequestContext,
    verb: 'create' | 'verify' | 'download',
    about: string,
    after?: Readonly<Record<string, string>>,
  ) =>
    audit(tx, context, {
      act: `admin.backup.${verb}`,
      objectKind: 'installation',
      objectId: `backup ${about}`,
      ...(after !== undefined && { after }),
    });
  /** Whoever owns the database copies it. */
  function refuseForeign(): void {
    if (place === undefined) throw new Refusal('invalidState');
  }
  const idOf = (id: string): bigint => {
    if (!isId(id)) throw new Refusal('notFound');
    return BigInt(id);
  };

  bindEndpoints(
    app,
    { backups, backupTicket, makeBackup, scheduleBackups, verifyBackup },
    {
      async backups({ actor }, input) {
        const [rows, total, schedule, archiver] = await Promise.all([
          listBackups(db.app, page(input)),
          countBackups(db.app),
          readSchedule(db.app),
          place === undefined ? readArchiver(db.app) : undefined,
        ]);
        return answerPage(input, {
          items: rows.map((row) => present(row, actor)),
          total,
          summary: {
            duty: place === undefined ? ('database' as const) : ('us' as const),
            archiver:
              archiver === undefined
                ? null
                : {
                    ...archiver,
                    last_archived_at: archiver.last_archived_at?.toISOString() ?? null,
                    last_failed_at: archiver.last_failed_at?.toISOString() ?? null,
                  },
            schedule,
          },
        });
      },
      async makeBackup(context, input) {
        refuseForeign();
        const id = await context.once(async (tx) => {
          const asked = String(await askForBackup(tx, input.note, context.actor.userId));
          await note(tx, context, 'create', asked, { note: input.note });
          afterCommit(tx, wake);
          return asked;
        });
        return { id };
      },
      async verifyBackup(context, input) {
        refuseForeign();
        await transact(db.app, async (tx) => {
          await askToVerify(tx, idOf(input.id));
          await note(tx, context, 'verify', input.id);
          afterCommit(tx, wake);
        });
        return {};
      },
      async scheduleBackups(context, input) {
        refuseForeign();
        const version = await transact(db.app, async (tx) => {
          const changed = await setSchedule(tx, input);
          if (changed === undefined) throw new Refusal('staleEdit');
          await note(tx, context, 'create', 'schedule', { value: `${input.at ?? '–'} ×${input.keep}` });
          return changed;
        });
        return { version };
      },
      async backupTicket(context, input) {
        refuseForeign();
        const proven = await identity.proveStepUp(context.actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        const ticket = await transact(db.app, async (tx) => {
          await spendStepUp(tx, proven);
          const given = await giveTicket(tx, idOf(input.id), context.actor.sessionId);
          if (given === undefined) throw new Refusal('notFound');
          await note(tx, context, 'download', input.id, { reason: input.reason });
          return given;
        });
        return { url: `/api${backupFilePath}?ticket=${ticket}` };
      },
    },
  );

  bindRaw(app, [
    {
      method: 'GET',
      path: `/api${backupFilePath}`,
      handle(request) {
        let spent: SpentTicket | undefined;
        return followLink(
          app,
          request,
          async (visitor) => {
            const { ticket } = request.query;
            spent = typeof ticket === 'string' ? await spendTicket(db.app, ticket) : undefined;
            if (spent === undefined) throw new Refusal('notFound');
            return identity.authenticateSession(spent.session_id, visitor);
          },
          ({ permissions }) => {
            if (spent === undefined || place === undefined || !permissions.has('admin.backup.download'))
              throw new Refusal('notFound');
            return {
              status: 200,
              code: 0,
              headers: {
                'content-type': 'application/octet-stream',
                'content-length': String(spent.bytes),
                // Made of a day and a number alone, so it needs no quoting rules.
                'content-disposition': `attachment; filename="${spent.file}"`,
              },
              body: createReadStream(join(backupFolder(place), spent.file)),
            };
          },
        );
      },
    },
  ]);
}

function present(row: ListedBackup, { permissions }: Actor): BackupRow {
  const verdict = row.verified as Verdict | null;
  const isThere = row.state === 'completed';
  const isTried = row.verify_state === 'queued' || row.verify_state === 'running';
  return {
    id: String(row.id),
    kind: 'physical',
    state: row.state,
    note: row.note,
    made_by: row.made_by_name,
    asked_at: row.asked_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    file: isThere ? row.file : null,
    bytes: row.bytes === null ? null : countOf(row.bytes),
    lsn: row.lsn,
    error: row.error,
    verify_state: row.verify_state,
    verified_at: row.verified_at?.toISOString() ?? null,
    verified: verdict && {
      prove: verdict.proof_passed,
      counts_equal: verdict.counts_equal,
      rows: verdict.rows,
      ms: verdict.ms,
    },
    actions: [
      ...(isThere && !isTried && permissions.has('admin.backup.verify') ? (['verify'] as const) : []),
      ...(isThere && permissions.has('admin.backup.download') ? (['download'] as const) : []),
    ],
  };
}
