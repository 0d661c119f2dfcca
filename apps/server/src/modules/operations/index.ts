/**
 * Running the house. Promises: the business clock moves forward only, and only where that is allowed (demo and
 * tests); work that became due by a move is done before the move is answered; only a demo can be thrown away; news that
 * nobody could be told of is kept until a person has seen to it.
 */
export { openOperations } from './operations.routes.ts';
export type { DemoDesk } from './demo-desk.ts';
