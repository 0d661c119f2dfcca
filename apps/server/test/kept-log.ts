import { createLog } from '../src/platform/log.ts';
import type { Log } from '../src/platform/log.ts';

/** The product's own log at its most talkative, kept line by line. */
export function keepLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  return { log: createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }), lines };
}
