import { manualCallback, reissueNotice as reissue } from '@suanpan/contract/endpoints/collections';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { reissueNotice } from './reissue-notice.ts';
import { sendManualCallback } from './send-manual-callback.ts';
import type { Callbacks } from './service.ts';

export function bindCallbackRoutes(app: Http, callbacks: Callbacks): void {
  bindEndpoints(
    app,
    { reissue, manualCallback },
    {
      reissue: (context, input) => reissueNotice(callbacks, context, input.id),
      manualCallback: (context, input) => sendManualCallback(callbacks, context, input.id),
    },
  );
}
