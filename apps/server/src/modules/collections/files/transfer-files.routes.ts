import { hash } from 'node:crypto';
import * as contract from '@suanpan/contract/endpoints/transfer-files';
import { transferFileQuery } from '@suanpan/contract/endpoints/transfer-file-query';
import type { TransferReport } from '@suanpan/contract/endpoints/transfer-files';
import { Refusal } from '@suanpan/domain/errors';
import { statementMaxBytes, transferFileDraftDays } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import { wallClock } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { bindRaw } from '../../../platform/http/bind-raw.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import { recogniseRaw } from '../../../platform/http/recognise-raw.ts';
import type { Approvals } from '../../approvals/index.ts';
import { audit } from '../../audit/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { Collections } from '../service.ts';
import { readTransferFile } from './read-transfer-file.ts';
import type { FileOf } from './read-transfer-file.ts';
import { keepFile } from './told-transfers.store.ts';
import { takeFileAct } from './transfer-file-act.ts';
import { keepLine, openLine, presentFile } from './transfer-files.present.ts';
import { findFile, findFiledAccount } from './transfer-files.queries.ts';
import type { FiledAccount, KeptFile } from './transfer-files.queries.ts';

type Caller = Pick<RequestContext, 'actor' | 'ip' | 'userAgent' | 'requestId' | 'locale'>;

/** Statements of receiving accounts: looked at, and taken, which books what came in. */
export function bindTransferFiles(
  app: Http,
  collections: Collections,
  identity: Pick<Identity, 'proveStepUp'>,
  approvals: Pick<Approvals, 'register' | 'submit'>,
): void {
  const { channels, db } = collections;
  const take = approvals.register(takeFileAct);

  /** Refuses `notFound` for an absent account and one of another tree alike, and one whose senders have no names. */
  async function accountOf({ actor, locale }: Caller, id: string): Promise<FiledAccount> {
    const account = await findFiledAccount(db.app, actor.scope, BigInt(id));
    if (account === undefined) throw new Refusal('notFound');
    const { adapter } = await channels.open(account.id);
    if (adapter.feed?.payers !== 'named')
      throw new Refusal('invalidFields', {
        fields: { channel_account_id: [translate(locale, 'transferFiles.noCard')] },
      });
    return account;
  }

  async function find({ scope }: Actor, id: string): Promise<KeptFile> {
    const file = await findFile(db.app, scope, BigInt(id));
    if (file === undefined) throw new Refusal('notFound');
    return file;
  }

  async function look(caller: Caller, account: FiledAccount, name: string, bytes: Buffer) {
    const { actor, locale } = caller;
    const read = await readTransferFile(bytes, await fileOf(account), (column) =>
      translate(locale, `transferFiles.columns.${column}`),
    );
    if (read.badCount > 0) return presentFile(collections, account, name, null, read);
    const kept = await transact(db.app, async (tx) => {
      const id = await keepFile(tx, {
        channelAccountId: account.id,
        hash: hash('sha256', bytes, 'buffer'),
        name,
        lines: JSON.stringify(read.lines.map(keepLine)),
        madeBy: actor.userId,
        draftDays: transferFileDraftDays,
      });
      await audit(tx, caller, {
        act: 'claimOrder.import',
        objectKind: 'transferFile',
        objectId: String(id),
        after: { name, rows: read.lines.length },
      });
      return findFile(tx, actor.scope, id);
    });
    if (kept === undefined) throw new Error('The file was not kept');
    return presentFile(collections, account, kept.file_name, kept, {
      ...read,
      lines: kept.lines.map(openLine),
    });
  }

  async function fileOf(account: FiledAccount): Promise<FileOf> {
    const { account: opened, adapter } = await channels.open(account.id);
    const places = adapter.feed?.places(opened, 1n);
    const [card] = places?.shared === true ? places.destinations : [];
    return {
      currency: account.currency,
      destination: card ?? null,
      isIts: (said) => adapter.feed?.isPlace(opened, said) ?? false,
      since: account.kept_since,
      now: wallClock.now(),
    };
  }

  const { takeTransferFile, transferFile } = contract;
  bindEndpoints(
    app,
    { takeTransferFile, transferFile },
    {
      async transferFile(context, { id }): Promise<TransferReport> {
        const file = await find(context.actor, id);
        const account = await accountOf(context, String(file.channel_account_id));
        return presentFile(collections, account, file.file_name, file, {
          encoding: null,
          lines: file.lines.map(openLine),
          passedOver: 0,
          bad: [],
          badCount: 0,
          columns: [],
        });
      },
      async takeTransferFile(context, { id, one_code, payment_password, reason }) {
        const { actor } = context;
        const file = await find(actor, id);
        const stepUp = await identity.proveStepUp(actor, {
          paymentPassword: payment_password,
          oneCode: one_code,
        });
        return approvals.submit(context, take, { file_id: String(file.id) }, { reason, stepUp });
      },
    },
  );

  bindRaw(app, [
    {
      method: 'POST',
      path: `/api${contract.transferFilePath}`,
      bodyLimitBytes: statementMaxBytes,
      admit: (request) => recogniseRaw(app, request, 'claimOrder.import'),
      async handle(request) {
        const { actor, ip, locale, requestId, userAgent } = request;
        if (actor === undefined) throw new Error('Somebody unknown was admitted');
        const query = parseInput(
          transferFileQuery,
          { method: 'GET', params: {}, query: request.query, body: undefined },
          locale,
        );
        const caller = { actor, ip, locale, requestId, userAgent };
        const account = await accountOf(caller, query.channel_account_id);
        const report = await look(caller, account, query.name, request.rawBody);
        const message = app.options.words('ok', locale, {});
        return { status: 200, code: 0, body: JSON.stringify({ code: 0, message, data: report }) };
      },
    },
  ]);
}
