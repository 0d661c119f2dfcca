/**
 * Running the house. Promises: the business clock moves forward only, and only where that is allowed (demo and
 * tests); work that became due by a move is done before the move is answered.
 */
export { bindOperations } from './operations.routes.ts';
export type { OperationsDeps } from './operations.routes.ts';
