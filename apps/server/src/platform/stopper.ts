import type { Log } from './log.ts';

/** What is not done by then is cut off, and the exit code says so. */
const stopWithinMs = 15_000;

/**
 * Ends the process once, after what is under way has ended. The worst reason gives the exit code: 0 for whoever was
 * asked to go, more where a fault was the reason, came up meanwhile, or where the end took too long.
 */
export function createStopper(log: Log, close: () => Promise<void>) {
  let exitCode = 0;
  let isStopping = false;
  return {
    stop(reason: string, code: number): void {
      exitCode = Math.max(exitCode, code);
      if (isStopping) return;
      isStopping = true;
      log.info({ reason }, 'stopping');
      setTimeout(() => process.exit(1), stopWithinMs).unref();
      void close()
        .catch((error: unknown) => {
          exitCode = 1;
          log.error({ err: error }, 'the end was not orderly');
        })
        .finally(() => process.exit(exitCode));
    },
  };
}
