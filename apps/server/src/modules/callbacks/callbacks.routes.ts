import { manualCallback, reissueNotice as reissue } from '@suanpan/contract/endpoints/collections';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { reissueNotice } from './reissue-notice.ts';
import { sendManualCallback } from './send-manual-callback.ts';
import type { Sending } from './sending.ts';

export function bindCallbackRoutes(app: Http, sending: Sending): void {
  bindEndpoints(
    app,
    { reissue, manualCallback },
    {
      reissue: (context, input) => reissueNotice(sending, context, input.id),
      manualCallback: (context, input) => sendManualCallback(sending, context, input.id),
    },
  );
}
