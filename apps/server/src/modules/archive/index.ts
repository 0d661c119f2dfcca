/**
 * The archive: orders of which nothing is left to do leave the tables that are written all day, and come back as soon as somebody
 * has to act on them. Promises: an order stands in one of both with all that belongs to it; moving waits for nobody and may
 * be cut off anywhere; the number of an archived order stays taken.
 */
export {
  attemptFoundOrRecalled,
  foundOrRecalled,
  makeByNumbers,
  recallNumbers,
  recallNumbersAtOnce,
  recallOrders,
} from './recall.store.ts';
export { openArchive } from './open-archive.ts';
