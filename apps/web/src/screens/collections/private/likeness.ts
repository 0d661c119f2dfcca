import type { PrivateTransferRow } from '@suanpan/contract/endpoints/private-transfers';
import type { TFunction } from 'i18next';

/** What is alike, and in what: `C2611220000000001 (name, amount)`. */
export function likenessOf(
  t: TFunction<'privateTransfers'>,
  { kind, no, why }: PrivateTransferRow['matches'][number],
): string {
  const name = kind === 'order' ? no : `${t('kinds.transfer')} ${no}`;
  return `${name} (${why.map((each) => t(`why.${each}`)).join(', ')})`;
}
