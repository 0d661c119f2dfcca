import type { Log } from './log.ts';

/** What was opened is closed in the opposite order, whatever fails on the way. */
export class Closing {
  readonly #steps: { readonly name: string; readonly close: () => Promise<unknown> }[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#steps.unshift({ name, close });
  }

  async run(): Promise<void> {
    for (const { name, close } of this.#steps.splice(0)) {
      await close().catch((error: unknown) =>
        this.#log.warn({ err: error, part: name }, 'a part did not close'),
      );
    }
  }
}
