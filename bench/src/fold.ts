import { adminQuery } from './settings.ts';

/** Folds what orders added to the sums by day and hour: the worker of a server has done so within seconds. */
export async function foldSums(productUrl: string): Promise<void> {
  for (;;) {
    const [row] = await adminQuery(productUrl, 'SELECT fold_collections(1000) AS folded');
    if (Number(row?.['folded']) === 0) return;
  }
}
