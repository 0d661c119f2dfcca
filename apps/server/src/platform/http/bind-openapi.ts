import { describeBackOffice } from '@suanpan/contract/openapi/back-office';
import { boundEndpoints } from './bind-endpoints.ts';
import { bindRaw } from './bind-raw.ts';
import type { Http } from './create-http.ts';
import { recogniseSession } from './recognise-raw.ts';

/**
 * Opens /api/openapi.json, for whoever is signed in: it names every function there is. It describes what this server
 * has bound, made once, when somebody asks first.
 */
export function bindOpenApi(app: Http): void {
  let document: string | undefined;
  bindRaw(app, [
    {
      method: 'GET',
      path: '/api/openapi.json',
      async handle(request) {
        await recogniseSession(app, request);
        document ??= JSON.stringify(describeBackOffice(boundEndpoints(app)));
        return { status: 200, code: 0, body: document };
      },
    },
  ]);
}
