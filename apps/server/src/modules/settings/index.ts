/**
 * What an installation is told once and everybody reads: title and logo by tree and by host, and the banks of a
 * country. Promises: it always has an answer for a title, and the list of banks is a real one.
 */
export { banksOf } from './bank-list.ts';
export type { Bank } from './bank-list.ts';
export { brandingOf, brandingOfHost } from './branding.queries.ts';
export type { Branding } from './branding.queries.ts';
export { bindSettings } from './settings.routes.ts';
