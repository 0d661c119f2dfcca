import { posix } from 'node:path';
import { isTest } from './place.ts';
import type { Tree } from './tree.ts';

function atShare(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Sizes to think about, never enforced: files per room, the longest ones, folders with more than 25 entries. */
export function describeSizes(tree: Tree): string {
  const rooms = new Map<string, number[]>();
  const lengths: [number, string][] = [];
  for (const { path, text } of tree.sources) {
    if (isTest(path) || path.includes('.generated.') || !/\.tsx?$/.test(path)) continue;
    const lines = text.split('\n').length - 1;
    const room = /^((?:packages|apps)\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? '.';
    rooms.set(room, [...(rooms.get(room) ?? []), lines]);
    lengths.push([lines, path]);
  }
  const folders = new Map<string, Set<string>>();
  for (const path of tree.paths) {
    for (let at = path; at !== '.'; at = posix.dirname(at)) {
      const folder = posix.dirname(at);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(at));
    }
  }
  const rows = [...rooms]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([room, sizes]) => {
      const sorted = sizes.sort((a, b) => a - b);
      const figures = [sorted.length, atShare(sorted, 0.5), atShare(sorted, 0.9), sorted.at(-1) ?? 0];
      return [room.padEnd(20), ...figures.map((figure) => String(figure).padStart(7))].join('');
    });
  const longest = lengths
    .filter(([lines]) => lines > 300)
    .sort(([a], [b]) => b - a)
    .slice(0, 10)
    .map(([lines, path]) => `  ${lines} lines: ${path}`);
  const full = [...folders]
    .filter(([, entries]) => entries.size > 25)
    .map(([folder, entries]) => `  ${entries.size} entries: ${folder}`);
  return [`${''.padEnd(20)}  files median    p90    max`, ...rows, ...longest, ...full].join('\n');
}
