import type { DialectName } from '../charge.ts';
import type { Dialect } from './dialect.ts';
import { simpayDialect } from './simpay-dialect.ts';

/** Every language the bank tells its news in. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  simpay: simpayDialect,
};
