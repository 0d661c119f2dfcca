import { currentLocale } from './locale.ts';
import type { NameSource } from './names.ts';
import { ownQueries } from './own-user.ts';
import { queryClient } from './query-client.ts';

/**
 * The banks of the transfer network for a picker: found by any part of the code, of the Chinese or of the English name, whatever the
 * language and the writing, and by the signs of a short name in their order (中信 for 中國信託). Whole parts come first.
 */
export const bankNames: NameSource = {
  kind: 'bank',
  async find({ id, search = '' }) {
    const banks = await queryClient.ensureQueryData(ownQueries.banks);
    // The forms of characters are many, and no page waits for them.
    const { foldName } = await import('@suanpan/domain/names/fold-name');
    const fold = (text: string): string =>
      foldName(text)
        .normalize('NFKD')
        .replaceAll(/\p{Mn}/gu, '');
    const sought = fold(search);
    const places = banks.flatMap((bank) => {
      const names = [bank.code, fold(bank.name), fold(bank.name_en)];
      const place = id === undefined ? placeOf(names, sought) : bank.code === id ? 0 : null;
      return place === null ? [] : [{ bank, place }];
    });
    return places
      .toSorted((left, right) => left.place - right.place)
      .map(({ bank }) => ({
        id: bank.code,
        name: currentLocale() === 'en' ? bank.name_en : bank.name,
      }));
  },
};

/** 0 where a part of a name is what is sought; where its signs are in their order 1 for a name that begins so, else 2; or null. */
function placeOf(names: readonly string[], sought: string): 0 | 1 | 2 | null {
  if (names.some((name) => name.includes(sought))) return 0;
  const short = isChinese.test(sought) ? names.filter((name) => isInOrder(sought, name)) : [];
  if (short.length === 0) return null;
  return short.some((name) => name.startsWith(sought.charAt(0))) ? 1 : 2;
}

const isChinese = /^\p{Script=Han}+$/u;

function isInOrder(signs: string, text: string): boolean {
  let from = 0;
  return [...signs].every((sign) => {
    const at = text.indexOf(sign, from);
    from = at + 1;
    return at >= 0;
  });
}
