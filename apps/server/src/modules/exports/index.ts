/**
 * Lists taken away as files. Promises: a file holds what its owner may see in the list at the moment it is written,
 * and nothing else; formulas in it are inert; only he fetches it, while he still may, and never through another; a
 * writer that dies or fills the disk leaves no file and no lie, and hinders no other; after seven days it is gone.
 */
export { openExports } from './open-exports.ts';
export type { Exports } from './open-exports.ts';
