export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What an audit row says of its object: the state before and after, as far as it was kept. */
export interface Described {
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The two sides of a row as a list of fields that differ, each as text; nested values by their path. A field that
 * only one side names was added or removed.
 */
export function describeChanges(row: Described): Change[] {
  const { rest, effect } = takeEffect(row.after);
  const before = new Map(leavesOf(row.before, ''));
  const after = new Map(leavesOf(rest, ''));
  const fields = [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
  const changes = [...effect, ...fields];
  if (row.from_status === row.to_status) return changes;
  return [{ field: 'status', before: row.from_status, after: row.to_status }, ...changes];
}

/** What waits for approval keeps its effect as rows of their own; they are told like any change. */
function takeEffect(after: unknown): { rest: unknown; effect: Change[] } {
  if (typeof after !== 'object' || after === null || !('rows' in after)) return { rest: after, effect: [] };
  const { rows, ...rest } = after;
  return Array.isArray(rows) && rows.every(isChange) ? { rest, effect: rows } : { rest: after, effect: [] };
}

const isChange = (row: unknown): row is Change =>
  typeof row === 'object' && row !== null && 'field' in row && 'before' in row && 'after' in row;

/** Read from JSON, so that what is no object is text, a number or a truth value. */
function leavesOf(value: unknown, path: string): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return [[path === '' ? 'value' : path, value.map(textOf).join(', ')]];
  }
  if (typeof value !== 'object') return [[path === '' ? 'value' : path, textOf(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
