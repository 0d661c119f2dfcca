/** What is to happen later, soonest first; things of one instant in the order in which they were noted. */
export interface Agenda<T> {
  note(atMs: number, thing: T): void;
  /** The next instant; undefined when nothing is to come. */
  readonly nextMs: number | undefined;
  /** Takes everything up to an instant. */
  takeUntil(ms: number): T[];
}

interface Entry<T> {
  readonly atMs: number;
  readonly place: number;
  readonly thing: T;
}

/** A binary heap: hundreds of thousands of entries may wait. */
export function createAgenda<T>(): Agenda<T> {
  const heap: Entry<T>[] = [];
  let noted = 0;

  const isSooner = (a: Entry<T> | undefined, b: Entry<T> | undefined): boolean =>
    a !== undefined && (b === undefined || a.atMs < b.atMs || (a.atMs === b.atMs && a.place < b.place));

  function swap(a: number, b: number): void {
    const [left, right] = [heap[a], heap[b]];
    if (left === undefined || right === undefined) return;
    heap[a] = right;
    heap[b] = left;
  }

  function sink(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const child = isSooner(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!isSooner(heap[child], heap[at])) return;
      swap(at, child);
      at = child;
    }
  }

  function takeFirst(): T | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (heap.length > 0) {
      heap[0] = last;
      sink();
    }
    return first.thing;
  }

  return {
    note(atMs, thing) {
      heap.push({ atMs, place: noted, thing });
      noted += 1;
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (!isSooner(heap[at], heap[parent])) break;
        swap(at, parent);
        at = parent;
      }
    },
    get nextMs() {
      return heap[0]?.atMs;
    },
    takeUntil(ms) {
      const taken: T[] = [];
      for (let first = heap[0]; first !== undefined && first.atMs <= ms; first = heap[0]) {
        const thing = takeFirst();
        if (thing !== undefined) taken.push(thing);
      }
      return taken;
    },
  };
}
