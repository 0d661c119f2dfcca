import { adminQuery } from './settings.ts';

/** Folds what orders and payouts added to the sums by day and hour: the worker of a server has done so within seconds. */
export async function foldSums(productUrl: string): Promise<void> {
  for (const fold of ['fold_collections', 'fold_payouts']) {
    let folded = 1;
    while (folded > 0) {
      const [row] = await adminQuery(productUrl, `SELECT ${fold}(1000) AS folded`);
      folded = Number(row?.['folded']);
    }
  }
}
