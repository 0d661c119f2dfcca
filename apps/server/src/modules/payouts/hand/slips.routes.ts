import { createHash } from 'node:crypto';
import { slipPath } from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { slipMaxPixels, uploadMaxBytes } from '@suanpan/domain/limits';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { bindRaw } from '../../../platform/http/bind-raw.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { recogniseRaw } from '../../../platform/http/recognise-raw.ts';
import { readPicture } from '../../../platform/images/read-picture.ts';
import { recordAudit } from '../../audit/index.ts';
import { findSlip, saveSlip } from './slips.store.ts';

const hashPattern = /^[0-9a-f]{64}$/;
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The pictures of transfers: taken in by whoever may say that a payout was paid, and shown to whoever may see slips. */
export function bindSlips(app: Http, db: Database): void {
  bindRaw(app, [
    {
      method: 'POST',
      path: `/api${slipPath}`,
      bodyLimitBytes: uploadMaxBytes,
      async handle(request) {
        const actor = await recogniseRaw(app, request, 'payment.transactions.slip');
        const picture = readPicture(request.rawBody);
        if (picture === undefined || picture.width * picture.height > slipMaxPixels)
          throw new Refusal('fileTypeRefused');
        const file = hashOf(picture.bytes);
        await transact(db.app, async (tx) => {
          await saveSlip(tx, file, picture, actor.userId);
          await recordAudit(tx, {
            actorId: actor.userId,
            effectiveId: actor.effectiveUserId,
            act: 'payment.transactions.slip',
            objectKind: 'slip',
            objectId: file,
            after: { width: picture.width, height: picture.height },
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
      path: `/api${slipPath}/{hash}`,
      async handle(request) {
        const actor = await recogniseRaw(app, request, 'payment.transactions.slip');
        const hash = request.params['hash'] ?? '';
        const slip = hashPattern.test(hash) ? await findSlip(db.app, actor.scope, hash) : undefined;
        if (slip === undefined) throw new Refusal('notFound');
        if (hashOf(slip.bytes) !== hash)
          throw new Error(`The slip ${hash} is not the picture that was uploaded`);
        return {
          status: 200,
          headers: {
            'content-type': slip.mime,
            'cache-control': 'private, no-store',
            'content-security-policy': "default-src 'none'; sandbox",
            'content-disposition': 'inline',
          },
          body: slip.bytes,
        };
      },
    },
  ]);
}
