import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { errorCode } from './db/database-error.ts';

/** What a door of the database refused, by the name its SQLSTATE has there; any other error as it is. */
export function doorRefusal(error: unknown, names: Readonly<Record<string, ErrorName>>): unknown {
  const name = names[errorCode(error) ?? ''];
  return name === undefined ? error : new Refusal(name);
}
