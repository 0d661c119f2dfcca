import { hash } from 'node:crypto';
import { batchUploadPath } from '@suanpan/contract/endpoints/payout-batches';
import { currency } from '@suanpan/contract/fields';
import { patterns } from '@suanpan/contract/patterns';
import { Refusal } from '@suanpan/domain/errors';
import { uploadMaxBytes } from '@suanpan/domain/limits';
import { z } from 'zod';
import { transact } from '../../../platform/db/transact.ts';
import { bindRaw } from '../../../platform/http/bind-raw.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { refuseWhileActing } from '../../../platform/http/bind-endpoints.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import { recogniseSession } from '../../../platform/http/recognise-raw.ts';
import { merchantOf } from '../apply/merchant-of.ts';
import type { Payouts } from '../service.ts';
import { insertBatch } from './batch.store.ts';
import { readBatchFile } from './read-file.ts';

const asked = z.strictObject({
  customer_id: z.string().regex(patterns.id).optional(),
  currency: currency.optional(),
  name: z.string().trim().max(200).regex(patterns.plainLine).default(''),
});
const keyPattern = /^[\x21-\x7e]{1,128}$/;

/** Takes a file of payouts in; nothing is submitted by it. */
export function bindBatchUpload(app: Http, { db, vault }: Pick<Payouts, 'db' | 'vault'>): void {
  bindRaw(app, [
    {
      method: 'POST',
      path: `/api${batchUploadPath}`,
      bodyLimitBytes: uploadMaxBytes,
      async handle(request) {
        const { locale } = request;
        const actor = await recogniseSession(app, request);
        refuseWhileActing(actor);
        const query = parseInput(
          asked,
          { method: 'GET', params: {}, query: request.query, body: undefined },
          locale,
        );
        const merchant = await merchantOf(
          db,
          { actor, locale },
          'payment.apply.createBatch',
          query.customer_id,
        );
        const key = request.headers['idempotency-key'];
        if (typeof key !== 'string' || !keyPattern.test(key)) throw new Refusal('idempotencyKeyRequired');
        const rows = await readBatchFile(vault, locale, request.rawBody);
        const { id } = await transact(db.app, (tx) =>
          insertBatch(
            tx,
            {
              customerId: merchant.id,
              currency: query.currency ?? merchant.currency,
              fileName: query.name,
              fileHash: hash('sha256', request.rawBody, 'buffer'),
              clientKey: key,
              madeBy: actor.userId,
            },
            rows,
          ),
        );
        const message = app.options.words('ok', locale, {});
        return { status: 200, code: 0, body: JSON.stringify({ code: 0, message, data: { id: String(id) } }) };
      },
    },
  ]);
}
