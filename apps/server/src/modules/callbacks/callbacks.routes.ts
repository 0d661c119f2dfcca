import { manualCallback, reissueNotice as reissue } from '@suanpan/contract/endpoints/collections';
import { manualPayoutCallback, reissuePayoutNotice } from '@suanpan/contract/endpoints/payouts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { bindCallbackConsole } from './console/console.routes.ts';
import { reissueNotice } from './reissue-notice.ts';
import { sendManualCallback } from './send-manual-callback.ts';
import type { Sending } from './sending.ts';

export function bindCallbackRoutes(app: Http, sending: Sending, vault: Vault): void {
  bindCallbackConsole(app, sending, vault);
  bindEndpoints(
    app,
    { reissue, manualCallback, reissuePayoutNotice, manualPayoutCallback },
    {
      reissue: (context, { id }) => reissueNotice(sending, context, id, 'collection'),
      manualCallback: (context, { id }) => sendManualCallback(sending, context, id, 'collection'),
      reissuePayoutNotice: (context, { id }) => reissueNotice(sending, context, id, 'payout'),
      manualPayoutCallback: (context, { id }) => sendManualCallback(sending, context, id, 'payout'),
    },
  );
}
