import { adminQuery } from './settings.ts';

/** As a server's worker folds them, which leaves out the last journals: they may be under way. Orders are listed by payer and amount. */
const folds = [
  'fold_collections(1000)',
  'fold_payouts(1000)',
  'fold_accounts(10000, 20000)',
  'fold_income(10000, 20000)',
  'slice_payers(4096)',
  'list_by_amount(4096)',
];

/** Folds what orders, payouts and journals added to the sums by day and hour: the worker of a server has done so within seconds. */
export async function foldSums(productUrl: string): Promise<void> {
  for (const fold of folds) {
    let folded = 1;
    while (folded > 0) {
      const [row] = await adminQuery(productUrl, `SELECT ${fold} AS folded`);
      folded = Number(row?.['folded']);
    }
  }
}
