import { moveClock, readClock } from '@suanpan/contract/endpoints/demo';
import { Refusal } from '@suanpan/domain/errors';
import { businessNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { DueWorks } from '../../platform/due-work.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { recordAudit } from '../audit/index.ts';
import { advanceClock, readClockRow } from './clock.store.ts';

export interface OperationsDeps {
  readonly db: Database;
  readonly dueWorks: () => DueWorks;
  /** Only a demo and a test may live ahead of the wall. */
  readonly isClockMovable: boolean;
}

export function bindOperations(app: Http, { db, dueWorks, isClockMovable }: OperationsDeps): void {
  const present = async () => {
    const { now, offsetMs } = await readClockRow(db.app);
    return { now: now.toISOString(), offset_ms: Math.round(offsetMs), movable: isClockMovable };
  };
  bindEndpoints(
    app,
    { readClock, moveClock },
    {
      readClock: present,
      async moveClock(context, { by_ms: byMs }) {
        if (!isClockMovable) throw new Refusal('demoOnly');
        await transact(db.app, async (tx) => {
          const before = await businessNow(tx);
          await advanceClock(tx, byMs);
          await recordAudit(tx, {
            actorId: context.actor.userId,
            effectiveId: context.actor.effectiveUserId,
            act: 'clock.move',
            objectKind: 'clock',
            objectId: 'business',
            before: { now: before.toISOString() },
            after: { now: new Date(before.getTime() + byMs).toISOString() },
            ip: context.ip,
            userAgent: context.userAgent,
            requestId: context.requestId,
          });
        });
        await dueWorks().runDue();
        return present();
      },
    },
  );
}
