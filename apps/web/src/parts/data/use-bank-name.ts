import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ownQueries } from '../../lib/own-user.ts';
import { useShownLocale } from '../../lib/use-shown-locale.ts';

/** What a bank is called in the language shown, with its code; the code alone where nobody knows it. */
export function useBankName(): (code: string) => string {
  const { data } = useQuery(ownQueries.banks);
  const locale = useShownLocale();
  return useCallback(
    (code) => {
      const bank = data?.find((one) => one.code === code);
      if (bank === undefined) return code;
      return `${code} ${locale === 'en' ? bank.name_en : bank.name}`;
    },
    [data, locale],
  );
}
