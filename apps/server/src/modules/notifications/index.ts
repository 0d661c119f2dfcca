/**
 * What people are told. Promises: each event reaches everybody whose tree it touches and who may see it, once, and
 * nobody else; a notification is read in the language of its reader; losing a socket loses none, since they stand
 * in the list until they are read.
 *
 * Sockets hear theirs in the contract's notificationRoom: live joins a session to the room of its user and of
 * the language its browser shows.
 */
export { openNotifications } from './service.ts';
export type { NotificationDeps, Notifications } from './service.ts';
export { countUnread } from './notifications.queries.ts';
export { newCollectionPreference } from './audience.queries.ts';
