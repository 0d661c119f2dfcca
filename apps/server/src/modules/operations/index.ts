/**
 * Running the house. Promises: the business clock moves forward only, and only where that is allowed (demo and
 * tests); work that became due by a move is done before the move is answered.
 */
export { openOperations } from './operations.routes.ts';
