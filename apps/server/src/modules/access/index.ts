/**
 * Giving rights, on whichever screen. Promises: nobody gives what he could not have given; more rights wait for a
 * second person where `rightsChange` says so; a right that is taken away is gone at the next request, and its former
 * holder has to sign in again or sees another menu at once.
 */
export { ceilingFor, grantableBy, grantableTo, roleCeiling } from './ceiling.ts';
export { grantAccess } from './grant-access.ts';
export { changeRows, grantAct } from './grant-act.ts';
export type { Grant } from './grant-act.ts';
export { findGrantee, isOfPlatform, listRoleChoices, tellChangedRights } from './grantee.store.ts';
export type { Grantee, RoleChoice } from './grantee.store.ts';
