import { manualCallback, reissueNotice as reissue } from '@suanpan/contract/endpoints/collections';
import { manualPayoutCallback, reissuePayoutNotice } from '@suanpan/contract/endpoints/payouts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { bindCallbackConsole } from './console/console.routes.ts';
import type { DeliveryMeans } from './delivery/attempt-delivery.ts';
import { reissueNotice } from './reissue-notice.ts';
import { sendManualCallback } from './send-manual-callback.ts';
import type { Sending } from './sending.ts';
import { bindCallbackTrial } from './trial/callback-trial.routes.ts';
import type { TrialGate } from './trial/callback-trial.routes.ts';

export function bindCallbackRoutes(app: Http, sending: Sending, means: DeliveryMeans, gate: TrialGate): void {
  bindCallbackConsole(app, sending, means.vault);
  bindCallbackTrial(app, means, gate);
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
