/**
 * The people of the platform: merchants, agents, referrers and sub-accounts. Promises: every row is found in SQL
 * through the caller's scope, a foreign one is absent; what may be done with a user comes with his row and is checked
 * again under his lock; nobody acts on himself or on the owner he works for; a sub-account never exceeds its owner;
 * a change of rights or state counts from the next request; every change leaves an audit row in its transaction.
 */
export { seesMoneyBelow } from './find/sees-money.ts';
export { actsOnUsers } from './find/acts-on-users.ts';
export { userExports } from './list/export-users.ts';
export { openUsers } from './open-users.ts';
export type { Users, UsersDeps } from './open-users.ts';
