import { demoProgress, moveClock, readClock, startDemoOver } from '@suanpan/contract/endpoints/demo';
import { Refusal } from '@suanpan/domain/errors';
import { businessNow } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Module } from '../../platform/module.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { audit } from '../audit/index.ts';
import type { DemoDesk } from './demo-desk.ts';
import { advanceClock, readClockRow } from './clock.store.ts';
import { alertCallWork, alertWork } from './alerts/alert-works.ts';
import { bindAlerts } from './alerts/alerts.routes.ts';
import { bindFailedJobs } from './failed-jobs/failed-jobs.routes.ts';
import { measureHouse } from './house-metrics.ts';
import { bindOperate } from './operate/operate.routes.ts';
import type { OperateDeps } from './operate/operate.routes.ts';
import { ownQueues } from './operate/own-queues.queries.ts';
import { lookAtWatches } from './watches/look-at-watches.ts';
import type { WatchedLists } from './watches/look-at-watches.ts';
import { bindWatches } from './watches/watches.routes.ts';
import { bindRequestLog } from './request-log/request-log.routes.ts';

export interface OperationsDeps extends OperateDeps {
  /** The lists of which people may be told, and who reads them. */
  readonly watched: WatchedLists;
  /** Does what became due. */
  readonly runDue: () => Promise<void>;
  /** By which the addresses of alerts are called. */
  readonly outbound: Outbound;
  /** Only a demo and a test may live ahead of the wall. */
  readonly isClockMovable: boolean;
  /** Absent where no demo is served. */
  readonly demo?: DemoDesk | undefined;
  /** Absent where nobody measures. */
  readonly metrics?: Pick<Metrics, 'gauges'> | undefined;
}

export function openOperations(deps: OperationsDeps): Module {
  if (deps.metrics !== undefined) measureHouse(deps.metrics, deps);
  return {
    bind: (app) => bindOperations(app, deps),
    queues: ownQueues,
    sweep: () => lookAtWatches(deps.db, deps.watched, deps.log),
    works: [alertWork(deps.queues), alertCallWork(deps.outbound)],
  };
}

function bindOperations(app: Http, deps: OperationsDeps): void {
  const { db, demo, runDue, isClockMovable } = deps;
  bindOperate(app, deps);
  bindAlerts(app, db, deps.outbound);
  bindWatches(app, db, deps.watched, deps.outbound, deps.log);
  bindFailedJobs(app, db);
  bindRequestLog(app, db);
  // What strangers may ask is no route where there is no demo.
  if (demo !== undefined) {
    bindEndpoints(app, { demoProgress }, { demoProgress: async () => demo.progress() });
  }
  const present = async () => {
    const { now, offsetMs } = await readClockRow(db.app);
    return { now: now.toISOString(), offset_ms: Math.round(offsetMs), movable: isClockMovable };
  };
  bindEndpoints(
    app,
    { moveClock, readClock, startDemoOver },
    {
      readClock: present,
      async startDemoOver() {
        if (demo === undefined) throw new Refusal('demoOnly');
        await demo.startOver();
        return {};
      },
      async moveClock(context, { by_ms: byMs }) {
        if (!isClockMovable) throw new Refusal('demoOnly');
        if (byMs <= 0) throw new Refusal('clockForwardOnly');
        await transact(db.app, async (tx) => {
          const before = await businessNow(tx);
          await advanceClock(tx, byMs);
          await audit(tx, context, {
            act: 'clock.move',
            objectKind: 'clock',
            objectId: 'business',
            before: { now: before.toISOString() },
            after: { now: new Date(before.getTime() + byMs).toISOString() },
          });
        });
        await runDue();
        return present();
      },
    },
  );
}
