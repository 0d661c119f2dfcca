/** The screens that are built; the journey over every route counts the others. */
export const screenRoutes = [
  'index.statistics',
  'collections.transactions',
  'accounting.changelogs',
  'admin.checkBalance',
  'notifications.all',
  'notifications.unread',
  'notifications.readed',
] as const;
