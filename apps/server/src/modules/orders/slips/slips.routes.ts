import { createHash } from 'node:crypto';
import type { AuditAct } from '@suanpan/domain/audit/acts';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { uploadMaxBytes } from '@suanpan/domain/limits';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { bindRaw } from '../../../platform/http/bind-raw.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { recogniseRaw } from '../../../platform/http/recognise-raw.ts';
import { recordAudit } from '../../audit/index.ts';
import { readSlip } from './read-slip.ts';
import { findSlip, saveSlip } from './slips.store.ts';

interface SlipsOf {
  /** A POST to it takes one in, a GET below it by its name gives it. */
  readonly path: string;
  /** Under what the log keeps that one was taken in. */
  readonly act: AuditAct;
  /** To take one in, and to see one. */
  readonly permission: Permission;
  /** Whether a reader may see the slip `s`: what it was named by lies in his tree. */
  isShown(scope: Scope): RawBuilder<unknown>;
}

const hashPattern = /^[0-9a-f]{64}$/;
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The slips of transfers: taken in by whoever may say that something was paid, and shown to whoever may see it. */
export function bindSlips(app: Http, db: Database, { act, path, permission, isShown }: SlipsOf): void {
  bindRaw(app, [
    {
      method: 'POST',
      path: `/api${path}`,
      bodyLimitBytes: uploadMaxBytes,
      async handle(request) {
        const actor = await recogniseRaw(app, request, permission);
        const slip = readSlip(request.rawBody);
        if (slip === undefined) throw new Refusal('fileTypeRefused');
        const file = hashOf(slip.bytes);
        await transact(db.app, async (tx) => {
          await saveSlip(tx, file, slip, actor.userId);
          await recordAudit(tx, {
            actorId: actor.userId,
            effectiveId: actor.effectiveUserId,
            act,
            objectKind: 'slip',
            objectId: file,
            after: slip.shape,
            ip: request.ip,
            userAgent: request.userAgent,
            requestId: request.requestId,
          });
        });
        const message = app.options.words('ok', request.locale, {});
        return { status: 200, code: 0, body: JSON.stringify({ code: 0, message, data: { file } }) };
      },
    },
    {
      method: 'GET',
      path: `/api${path}/{hash}`,
      async handle(request) {
        const actor = await recogniseRaw(app, request, permission);
        const hash = request.params['hash'] ?? '';
        const slip = hashPattern.test(hash) ? await findSlip(db.app, hash, isShown(actor.scope)) : undefined;
        if (slip === undefined) throw new Refusal('notFound');
        if (hashOf(slip.bytes) !== hash)
          throw new Error(`The slip ${hash} is not the picture that was uploaded`);
        return {
          status: 200,
          headers: {
            'content-type': slip.mime,
            'cache-control': 'private, no-store',
            'content-security-policy': "default-src 'none'; sandbox",
            'content-disposition':
              slip.mime === 'application/pdf' ? 'attachment; filename="slip.pdf"' : 'inline',
          },
          body: slip.bytes,
        };
      },
    },
  ]);
}
