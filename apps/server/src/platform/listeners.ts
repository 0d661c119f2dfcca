import type pg from 'pg';
import type { Log } from './log.ts';

const listenersLock = 5_741_650_003;
const lookMs = 1_000;

/** Whether browsers listen anywhere: telling nobody costs a reading and a message an order. */
export interface Listeners {
  /** Resolves once every process can see that this one has a browser to tell; call it before the browser is let in. */
  announce(): Promise<void>;
  /** Whether a process has one, as the database says now. */
  areThere(): Promise<boolean>;
  close(): void;
}

/**
 * The sign is a shared lock on a connection of its own, so that it ends with the process, however that ends. It is
 * hung up before the first browser is let in, again when its connection was lost, and taken down within a second of
 * the last one's leaving. `hasBrowsers` counts those that are still asked who they are.
 */
export function openListeners(pool: pg.Pool, hasBrowsers: () => boolean, log: Log): Listeners {
  /** Resolves to its taking down. */
  let sign: Promise<() => void> | undefined;

  async function announce(): Promise<void> {
    const own = (sign ??= hang(() => forget(own)));
    try {
      await own;
    } catch (error) {
      forget(own);
      throw error;
    }
  }

  function forget(lost: typeof sign): void {
    if (sign === lost) sign = undefined;
  }

  async function hang(whenLost: () => void): Promise<() => void> {
    const client = await pool.connect();
    let isHeld = true;
    // Ends the connection, and with it the lock.
    function end(): void {
      if (isHeld) client.release(true);
      isHeld = false;
    }
    client.once('end', () => {
      end();
      whenLost();
    });
    try {
      await client.query('SELECT pg_advisory_lock_shared($1)', [listenersLock]);
      return end;
    } catch (error) {
      end();
      throw error;
    }
  }

  function takeDown(): void {
    sign?.then(
      (end) => end(),
      () => {},
    );
    sign = undefined;
  }

  const timer = setInterval(() => {
    if (!hasBrowsers()) takeDown();
    else if (sign === undefined)
      announce().catch((error: unknown) =>
        log.warn({ err: error }, 'the other processes do not know of our browsers'),
      );
  }, lookMs);
  timer.unref();

  return {
    announce,
    async areThere() {
      if (hasBrowsers()) return true;
      // To be had only while nobody shares it, and given back with the statement.
      const { rows } = await pool.query<{ nobody: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS nobody',
        [listenersLock],
      );
      return rows[0]?.nobody === false;
    },
    close() {
      clearInterval(timer);
      takeDown();
    },
  };
}
