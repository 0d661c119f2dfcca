import { collectionStatuses, collectionTransitions } from '@suanpan/domain/states/collection';

export const guardedMigration = new URL('../../migrations/20261121090400_collections.sql', import.meta.url);

const begin = '-- Generated from packages/domain/src/states/collection.ts by src/tools/generate-guard.ts.\n';
const end = '-- End of the generated part.\n';

const listed = (values: readonly string[]): string =>
  values.length === 1 ? `= '${values[0]}'` : `IN (${values.map((value) => `'${value}'`).join(', ')})`;

/** Per state, the states that it may become; those that depend on the refund stand by themselves. */
function conditions(): string[] {
  const free = collectionStatuses.map((from) => ({ from, refund: undefined as string | undefined }));
  const bound = collectionTransitions.filter(({ refund }) => refund !== undefined);
  return [...free, ...bound].flatMap(({ from, refund }) => {
    const rows = collectionTransitions.filter((row) => row.from === from && row.refund === refund);
    if (rows.length === 0) return [];
    const when = refund === undefined ? '' : ` AND refund = '${refund}'`;
    return [`(was = '${from}' AND becomes ${listed([...new Set(rows.map(({ to }) => to))])}${when})`];
  });
}

/** What the database refuses by itself: every move of an order that the table does not list. */
function guard(): string {
  const fromPending = new Set(
    collectionTransitions.flatMap(({ from, to }) => (from === 'pending' ? [to] : [])),
  );
  const never = collectionStatuses.filter((status) => status !== 'pending' && !fromPending.has(status));
  return `CREATE FUNCTION collection_transition_is_listed(was text, becomes text, refund text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ${conditions().join('\n    OR ')}
$$;
CREATE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF collection_transition_is_listed(OLD.status, NEW.status, OLD.refund_status) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'collection % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
-- Most moves leave pending for a listed state and need no call. The condition is short because PostgreSQL reads it from
-- its text for every statement.
CREATE TRIGGER collection_transition AFTER UPDATE OF status ON collection_order
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND (OLD.status <> 'pending' OR NEW.status ${listed(never)}))
  EXECUTE FUNCTION refuse_transition();
`;
}

/** The migration with the guard as the table of transitions says it. */
export function withGuard(migration: string): string {
  const [before, rest] = [migration.indexOf(begin), migration.indexOf(end)];
  if (before === -1 || rest < before) throw new Error('The migration has no generated part');
  return migration.slice(0, before) + begin + guard() + migration.slice(rest);
}
