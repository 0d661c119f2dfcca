import { createSignal } from '../../lib/signal.ts';

/** Exports that are done and not fetched yet: one queue for all tabs, each file once, oldest first. */
const key = 'suanpan.exports';
const changed = createSignal<void>();
let queue: readonly string[] = read();

function read(): readonly string[] {
  return JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
}

function write(next: readonly string[]): void {
  queue = next;
  localStorage.setItem(key, JSON.stringify(next));
  changed.emit();
}

export function finishedExports(): readonly string[] {
  return queue;
}

export function listenToFinishedExports(listener: () => void): () => void {
  const stored = (event: StorageEvent): void => {
    if (event.key !== key) return;
    queue = read();
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
  if (!queue.includes(file)) write([...queue, file]);
}

/** They are his who made them; whoever comes after him has nothing of them. */
export function forgetFinishedExports(): void {
  queue = [];
  localStorage.removeItem(key);
  changed.emit();
}

/** Only after its download has begun. */
export function removeFinishedExport(file: string): void {
  write(queue.filter((other) => other !== file));
}
