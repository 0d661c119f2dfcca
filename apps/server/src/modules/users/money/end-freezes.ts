import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Log } from '../../../platform/log.ts';
import { endFreeze, freezesToEnd } from './freeze.store.ts';

const atOnce = 500;

/**
 * Gives back what was frozen until a time that has come, each in a transaction of its own and exactly once: one that cannot
 * be given back keeps no other, and is tried again a minute later.
 */
export async function endFreezes({ db, log }: { readonly db: Database; readonly log: Log }): Promise<void> {
  for (const id of await freezesToEnd(db.workers, atOnce)) {
    try {
      await transact(db.workers, (tx) => endFreeze(tx, id));
    } catch (error) {
      log.error({ err: error, freeze: String(id) }, 'a freeze whose time has come was not given back');
    }
  }
}
