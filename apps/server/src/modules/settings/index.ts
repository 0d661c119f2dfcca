/**
 * What an installation is told once and everybody reads: title and logo by tree and by host, the banks of a country, and
 * whether it is shut for maintenance. Promises: it always has an answer for a title, and the list of banks is a real one;
 * a maintenance is seen by every process within half a second.
 */
export { bankCalled, bankName, banksOf } from './bank-list.ts';
export type { Bank } from './bank-list.ts';
export { brandingOf, brandingOfHost } from './branding.queries.ts';
export type { Branding } from './branding.queries.ts';
export { readMaintenance } from './maintenance/maintenance.queries.ts';
export type { Maintenance } from './maintenance/maintenance.queries.ts';
export { setMaintenance } from './maintenance/maintenance.store.ts';
export { openMaintenance } from './maintenance/open-maintenance.ts';
export type { MaintenanceSign } from './maintenance/open-maintenance.ts';
export { bindSettings } from './settings.routes.ts';
