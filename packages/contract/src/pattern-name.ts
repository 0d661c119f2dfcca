import { patterns } from './patterns.ts';
import type { PatternName } from './patterns.ts';

const names: ReadonlyMap<string, PatternName> = new Map(
  Object.entries(patterns).map(([name, pattern]) => [String(pattern), name as PatternName]),
);

/** The name of a pattern written as `String(pattern)`; undefined for one that is not among the contract's. */
export function patternName(written: string): PatternName | undefined {
  return names.get(written);
}
