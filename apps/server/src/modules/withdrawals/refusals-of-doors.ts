import type { ErrorName } from '@suanpan/domain/errors';
import { doorRefusal } from '../../platform/door-refusal.ts';

/** Answers what the door answers; for whoever may not (LG403) refuses as it is told, and `notFound` without the subject (LG404). */
export async function throughDoor<T>(work: Promise<T>, forbidden: ErrorName): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw doorRefusal(error, { LG403: forbidden, LG404: 'notFound' });
  }
}
