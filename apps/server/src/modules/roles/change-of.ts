import type { ApprovalEffect } from '../approvals/index.ts';

export interface RightsChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What comes and what goes, each in the order of its own list. */
export function changeOf(before: Iterable<string>, after: Iterable<string>): RightsChange {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: [...has].filter((permission) => !had.has(permission)),
    removed: [...had].filter((permission) => !has.has(permission)),
  };
}

/** The same as rows of an effect: one permission a line, which screens show in words. */
export function changeRows({ added, removed }: RightsChange): ApprovalEffect['rows'] {
  return [
    ...(added.length === 0 ? [] : [{ field: 'added' as const, before: null, after: added.join('\n') }]),
    ...(removed.length === 0 ? [] : [{ field: 'removed' as const, before: removed.join('\n'), after: null }]),
  ];
}
