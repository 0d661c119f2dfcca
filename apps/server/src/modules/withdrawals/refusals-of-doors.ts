import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { errorCode } from '../../platform/db/database-error.ts';

/** Answers what the door answers; for whoever may not (LG403) refuses as it is told, and `notFound` without the subject (LG404). */
export async function throughDoor<T>(work: Promise<T>, forbidden: ErrorName): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'LG403') throw new Refusal(forbidden);
    throw code === 'LG404' ? new Refusal('notFound') : error;
  }
}
