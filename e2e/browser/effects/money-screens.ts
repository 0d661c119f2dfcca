import type { BuiltScreen } from '../../harness/built-screens.ts';

/** Screens on which money is moved: together they take as long as all the others, so they have a file of their own. */
export const moneyScreens = [
  'withdraws.apply',
  'withdraws.list',
  'withdraws.config',
  'withdraws.fee',
  'withdraws.setting',
  'collections.revert',
  'payment.apply',
  'payment.setting',
  'payment.balance',
  'payment.card',
  'payment.transactions',
] as const satisfies readonly BuiltScreen[];
