import type pg from 'pg';

/**
 * Replaces a piece of one SQL function in this database, as a careless change would. Fails when the piece is not
 * there any more: a bug that is not planted proves nothing.
 */
export async function plantInFunction(
  admin: pg.Pool,
  name: string,
  right: string,
  wrong: string,
): Promise<void> {
  const { rows } = await admin.query<{ definition: string }>(
    'SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname = $1',
    [name],
  );
  const definition = rows[0]?.definition ?? '';
  if (definition.split(right).length !== 2) throw new Error(`${name} does not hold once: ${right}`);
  await admin.query(definition.replace(right, () => wrong));
}
