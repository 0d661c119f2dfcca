import type { Rule } from '../rule.ts';
import { plantTree } from '../tree.ts';

/** What a rule finds in planted files, as `path:line`, for a test to compare. */
export function found(rule: Rule, files: Record<string, string>): string[] {
  return rule.check(plantTree(files)).map(({ path, line }) => `${path}:${line}`);
}

/** What a rule says of planted files. */
export function said(rule: Rule, files: Record<string, string>): string[] {
  return rule.check(plantTree(files)).map(({ says }) => says);
}
