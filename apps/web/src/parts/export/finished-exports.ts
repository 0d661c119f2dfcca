import { createSignal } from '../../lib/signal.ts';

/** Exports that are done and not fetched yet: one queue for all tabs, each file once, oldest first. */
const keys = { queue: 'suanpan.exports', later: 'suanpan.exports.later' } as const;
type Part = keyof typeof keys;
const changed = createSignal<void>();
const known: Record<Part, readonly string[]> = { queue: read('queue'), later: read('later') };

function read(part: Part): readonly string[] {
  return JSON.parse(localStorage.getItem(keys[part]) ?? '[]') as string[];
}

function write(part: Part, next: readonly string[]): void {
  known[part] = next;
  if (next.length === 0) localStorage.removeItem(keys[part]);
  else localStorage.setItem(keys[part], JSON.stringify(next));
}

export function finishedExports(): readonly string[] {
  return known.queue;
}

/** Those of them that somebody has seen and fetches another time; they wait in the list of downloads. */
export function exportsForLater(): readonly string[] {
  return known.later;
}

export function listenToFinishedExports(listener: () => void): () => void {
  const stored = (event: StorageEvent): void => {
    const part = (Object.keys(keys) as Part[]).find((each) => keys[each] === event.key);
    if (part === undefined) return;
    known[part] = read(part);
    listener();
  };
  window.addEventListener('storage', stored);
  const stop = changed.listen(listener);
  return () => {
    window.removeEventListener('storage', stored);
    stop();
  };
}

export function addFinishedExport(file: string): void {
  if (known.queue.includes(file)) return;
  write('queue', [...known.queue, file]);
  changed.emit();
}

/** Seen, and to be fetched another time: nothing more is said of it until it is. */
export function putOffExport(file: string): void {
  write('later', [...known.later, file]);
  changed.emit();
}

/** They are his who made them; whoever comes after him has nothing of them. */
export function forgetFinishedExports(): void {
  write('queue', []);
  write('later', []);
  changed.emit();
}

/** Its download has begun, or there is nothing to download any more. */
export function removeFinishedExport(file: string): void {
  for (const part of ['queue', 'later'] as const)
    write(
      part,
      known[part].filter((other) => other !== file),
    );
  changed.emit();
}
