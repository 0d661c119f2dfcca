/** Lists of which something can be awaited: each has dates, and is counted as its file is. */
export const watchKinds = [
  'collections.transactions',
  'payment.transactions',
  'withdraws.list',
  'admin.collections',
  'admin.payment',
  'callbacks',
  'admin.failedQueue',
] as const;
export type WatchKind = (typeof watchKinds)[number];
