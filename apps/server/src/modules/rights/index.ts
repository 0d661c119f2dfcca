/**
 * Who may do what, and to whose rows. Promises: rights are computed from the rows of this moment, never stored in
 * a token; a sub-account never exceeds its owner; nobody exceeds the ceiling of his kind; an impersonated session
 * keeps nothing but looking and exporting.
 */
export { readHolder, readHolders } from './holder.queries.ts';
export { permissionsOf } from './permissions-of.ts';
export type { Holder } from './permissions-of.ts';
export { differenceOf, isSub, isTenantSub, rightsChange } from './rights-change.ts';
export type { RightsChange } from './rights-change.ts';
export { scopeOf } from './scope-of.ts';
