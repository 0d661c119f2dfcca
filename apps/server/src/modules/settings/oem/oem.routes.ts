import { getOem, logoPath, logoUploadPath, updateOem } from '@suanpan/contract/endpoints/oem';
import { uploadMaxBytes } from '@suanpan/domain/limits';
import type { Database } from '../../../platform/db/database.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { bindRaw } from '../../../platform/http/bind-raw.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { recogniseRaw } from '../../../platform/http/recognise-raw.ts';
import { changeOem, readOem, uploadLogo } from './edit-oem.ts';
import { findLogo } from './oem.queries.ts';

const hashPattern = /^[0-9a-f]{64}$/;

/** Title, logo, colour and host, and the pictures themselves. */
export function bindOem(app: Http, db: Database): void {
  const platformHost = new URL(app.options.config.publicUrl).hostname;
  bindEndpoints(
    app,
    { getOem, updateOem },
    {
      getOem: (context, input) => readOem(db, context, input.agent_id),
      updateOem: (context, input) => changeOem(db, context, input, platformHost),
    },
  );
  bindRaw(app, [
    {
      method: 'POST',
      path: `/api${logoUploadPath}`,
      bodyLimitBytes: uploadMaxBytes,
      async handle(request) {
        const actor = await recogniseRaw(app, request, 'settings.oem.update');
        const data = await uploadLogo(db, { ...request, actor }, request.rawBody);
        const message = app.options.words('ok', request.locale, {});
        return { status: 200, code: 0, body: JSON.stringify({ code: 0, message, data }) };
      },
    },
    {
      method: 'GET',
      path: `/api${logoPath}/{hash}`,
      async handle({ locale, params }) {
        const hash = params['hash'] ?? '';
        const logo = hashPattern.test(hash) ? await findLogo(db.app, hash) : undefined;
        if (logo === undefined) {
          const message = app.options.words('notFound', locale, {});
          return { status: 404, code: 404, body: JSON.stringify({ code: 404, message, data: null }) };
        }
        return {
          status: 200,
          headers: {
            'content-type': logo.mime,
            // Bytes that were checked, named by their hash: they never change, and can do nothing but be drawn.
            'cache-control': 'public, max-age=31536000, immutable',
            'content-security-policy': "default-src 'none'; sandbox",
            'content-disposition': 'inline',
          },
          body: logo.bytes,
        };
      },
    },
  ]);
}
