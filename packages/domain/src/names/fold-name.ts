import { hanVariants } from './han-variants.ts';

/** From each traditional or variant form to the one that stands for its group. */
const folded: ReadonlyMap<string, string> = new Map(
  hanVariants.split(' ').flatMap((group) => {
    const [base = '', ...forms] = group;
    return forms.map((form) => [form, base] as const);
  }),
);

/**
 * The form in which names are compared (same-name rules, block lists): NFKC, without spaces and invisible characters,
 * without case, traditional and simplified writing folded into one. Never shown to anybody.
 */
export function foldName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Z}\p{Cc}\p{Cf}]/gu, '')
    .toLowerCase();
  return [...plain].map((character) => folded.get(character) ?? character).join('');
}

/** The digits and letters of a card or account number, whatever it is grouped with. */
export function foldCard(card: string): string {
  return card
    .normalize('NFKC')
    .replace(/[\p{Z}\p{Cc}\p{Cf}\p{Pd}]/gu, '')
    .toUpperCase();
}

/**
 * The form in which cards and accounts are compared (block lists, limits of a payee): banks fill account numbers up with
 * zeros in front, so those in front tell no two accounts apart. Never sent to anybody.
 */
export function foldAccount(card: string): string {
  return foldCard(card).replace(/^0+(?=.)/, '');
}
