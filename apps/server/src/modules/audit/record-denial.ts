import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Denial } from '../../platform/http/create-http.ts';
import type { Log } from '../../platform/log.ts';
import { recordAudit } from './audit.store.ts';

/** Denials waiting to be written; a flood of them must not take the connections of honest requests. */
const waitingLimit = 100;

/**
 * Writes each denied call as an audit row of its own, one at a time and apart from the request, whose work has
 * ended by then. It never throws; when rows cannot be written, the log carries them.
 */
export function createDenialRecorder(
  db: Kysely<Tables>,
  log: Log,
): ((denial: Denial) => void) & { settled(): Promise<void> } {
  let waiting = 0;
  let tail = Promise.resolve();
  const record = (denial: Denial): void => {
    const line = {
      user: denial.actor?.userId.toString(),
      call: `${denial.method} ${denial.path}`,
      refusal: denial.refusal,
    };
    if (waiting >= waitingLimit) {
      log.warn(line, 'a denied call was not recorded: too many wait');
      return;
    }
    waiting += 1;
    tail = tail
      .then(() =>
        recordAudit(db, {
          actorId: denial.actor?.userId ?? null,
          effectiveId: denial.actor?.effectiveUserId ?? null,
          act: denial.refusal,
          objectKind: 'call',
          objectId: `${denial.method} ${denial.path}`.slice(0, 300),
          outcome: 'denied',
          ip: denial.ip,
          userAgent: denial.userAgent,
          requestId: denial.requestId,
        }),
      )
      .catch((error: unknown) => log.warn({ ...line, err: error }, 'a denied call was not recorded'))
      .finally(() => {
        waiting -= 1;
      });
  };
  return Object.assign(record, { settled: () => tail });
}
