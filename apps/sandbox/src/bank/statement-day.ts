import { z } from 'zod';

/** A day that a statement can be asked for, YYYY-MM-DD. A year 0 is none: the books know no time before the year 1. */
const statementDay = z.iso.date().refine((text) => !text.startsWith('0000'));

/** Null for whatever is no such day. */
export const readStatementDay = (text: string | undefined): string | null =>
  statementDay.safeParse(text).data ?? null;
