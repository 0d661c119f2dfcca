import type { WallClock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { bindRaw } from '../../platform/http/bind-raw.ts';
import type { Module } from '../../platform/module.ts';
import type { Callbacks } from '../callbacks/index.ts';
import type { Collections } from '../collections/index.ts';
import type { RequestLog } from '../operations/index.ts';
import type { Payouts } from '../payouts/index.ts';
import { openAdmissionLane } from './admission/admit.ts';
import type { Door, MerchantGate } from './admission/prove-v2.ts';
import { sweepAdmissions } from './admission/sweep-admissions.ts';
import { openKeyRing } from './admission/key-ring.ts';
import { documentV2 } from './describe-v2.ts';
import { hearRequests } from './hear-requests.ts';
import { denialListener } from './note-denial.ts';
import { epayRoutes } from './epay/epay.routes.ts';
import { refuseV2, routeV2, textV2, unknownV2 } from './serve-v2.ts';
import { routeV1, textV1 } from './v1/serve-v1.ts';
import { v1Routes } from './v1/v1.routes.ts';
import { v1TransferRoutes } from './payouts/v1-transfers.routes.ts';
import { v2PayoutRoutes } from './payouts/v2-payouts.routes.ts';
import { v2RefundRoutes } from './refunds/v2-refunds.routes.ts';
import { v2Routes } from './v2.routes.ts';

export interface MerchantApiDeps {
  readonly collections: Collections;
  readonly payouts: Payouts;
  readonly callbacks: Callbacks;
  readonly vault: Vault;
  readonly clock: WallClock;
  /** Addresses and rules that callers are held against; none where a test opens none. */
  readonly gate?: MerchantGate;
  /** Where calls are written down; nowhere where a test opens none. */
  readonly requests?: Pick<RequestLog, 'hear'>;
}

/** /api/v2, /api/v1 and /api/epay. */
export function openMerchantApi(deps: MerchantApiDeps): Module {
  const { callbacks, clock, collections, gate, payouts, requests, vault } = deps;
  const { db, log } = collections;
  const ring = openKeyRing({ db, vault, clock });
  const lane = openAdmissionLane(db);
  const creation = { collections, vault };
  return {
    bind(app) {
      const ear = hearRequests(requests);
      const denied = denialListener(app);
      const door: Door = {
        ring,
        lane,
        clock,
        gate,
        met: ear.met,
        denied(request, error, proven) {
          ear.refused(request, error, proven);
          denied(request, error, proven);
        },
      };
      app.forms.push({ below: '/api/v2/', write: textV2 }, { below: '/api/v1/', write: textV1 });
      const calls = [
        ...v2Routes(creation, callbacks).map((route) => routeV2(door, log, route)),
        ...v2RefundRoutes(collections).map((route) => routeV2(door, log, route)),
        ...v2PayoutRoutes(payouts).map((route) => routeV2(door, log, route)),
        ...epayRoutes(door, log, creation),
        ...[...v1Routes(creation), ...v1TransferRoutes(payouts)].map((route) => routeV1(door, log, route)),
        ...(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) =>
          unknownV2(method, app.methodsAt),
        ),
      ];
      bindRaw(app, [documentV2(refuseV2), ...calls.map(ear.around)]);
    },
    sweep: () => sweepAdmissions(db.workers),
    async stop() {
      await lane.close();
      await ring.close();
    },
  };
}
