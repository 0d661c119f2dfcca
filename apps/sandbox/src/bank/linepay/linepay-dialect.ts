import type { Dialect } from '../dialects/dialect.ts';

/** LINE Pay tells nothing by itself: merchants ask. */
export const linepayDialect: Dialect = {
  tell: () => null,
  seal: () => ({ headers: {}, signature: '' }),
  isAcknowledged: () => true,
};
