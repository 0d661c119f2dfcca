/**
 * Running the house. Promises: the business clock moves forward only, and only where that is allowed (demo and
 * tests); work that became due by a move is done before the move is answered; only a demo can be thrown away.
 */
export { openOperations } from './operations.routes.ts';
export type { DemoDesk } from './demo-desk.ts';
