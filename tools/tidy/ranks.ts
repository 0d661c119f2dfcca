/**
 * The server's modules from the lowest to the highest. A module imports only modules of lower steps.
 * The first rank has an order of its own, because identity needs rights, and everything needs audit.
 */
const steps: string[][] = [
  ['audit'],
  ['settings'],
  ['ledger'],
  ['rights'],
  ['sessions'],
  ['identity'],
  ['approvals'],
  ['access'],
  ['archive'],
  ['roles', 'users', 'channels', 'rates', 'risk'],
  ['orders'],
  ['collections', 'payouts', 'withdrawals', 'funds', 'income'],
  ['callbacks', 'notifications', 'live', 'reports', 'exports', 'reconciliation', 'operations'],
  ['merchant-api', 'checkout'],
];

/** The step of a module, or undefined when it has been given none. */
export function rankOf(module: string): number | undefined {
  const step = steps.findIndex((names) => names.includes(module));
  return step === -1 ? undefined : step;
}
