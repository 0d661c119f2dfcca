import { Refusal } from '@suanpan/domain/errors';
import type { Locale } from '@suanpan/messages/locale';
import type { Database } from '../../../platform/db/database.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { inOrder } from '../../../platform/in-order.ts';
import type { Log } from '../../../platform/log.ts';
import { startLoop } from '../../../platform/loop.ts';
import { readMaintenance } from './maintenance.queries.ts';
import type { Maintenance } from './maintenance.queries.ts';

/** Whoever calls again after an open end looks this much later. */
const retryUnknownS = 300;
const defaultLookMs = 400;

/** Whether the house is shut, as this process saw it last; within half a second every process sees the same. */
export interface MaintenanceSign {
  /** What holds or begins within a day. */
  current(): Maintenance | null;
  /** Throws `maintenance` while it is shut, with the seconds after which to come again. */
  refuse(locale?: Locale): void;
  /** The same for everybody but the platform's own people, who go on working. */
  refuseActor(actor: Actor, locale: Locale): void;
  /** Looks now; the process that changes it need not wait for the next look. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

export async function openMaintenance(deps: {
  readonly db: Database;
  readonly log: Log;
  readonly lookEveryMs?: number;
}): Promise<MaintenanceSign> {
  const { db, log } = deps;
  let sign: Maintenance | null = null;
  let isLost = false;

  const refresh = inOrder(
    () => readMaintenance(db.workers),
    ({ maintenance }) => {
      sign = maintenance?.isNear === true ? maintenance : null;
    },
  );
  await refresh();

  const loop = startLoop({
    name: 'maintenance',
    pauseMs: deps.lookEveryMs ?? defaultLookMs,
    log,
    async run() {
      try {
        await refresh();
        isLost = false;
      } catch (error) {
        // What was known last goes on to hold; one line tells of it, not one for every look.
        if (!isLost) log.warn({ err: error }, 'maintenance could not be read');
        isLost = true;
      }
    },
  });

  function refuse(locale: Locale = 'zh-TW'): void {
    if (sign?.isOn !== true) return;
    const seconds = Math.max(1, sign.restS ?? retryUnknownS);
    throw new Refusal('maintenance', {
      params: { text: sign.text[locale], retryAfterS: String(seconds) },
    });
  }

  return {
    current: () => sign,
    refuse,
    refuseActor({ scope }, locale) {
      if (scope.kind !== 'platform') refuse(locale);
    },
    refresh,
    stop: () => loop.stop(),
  };
}
