import { manualMethods, type manualVias } from '@suanpan/contract/endpoints/manual-collections';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useSelf } from '../../lib/own-user.ts';

export type Via = (typeof manualVias)[number];
export type Methods = OutputOf<typeof manualMethods>;
export type Method = Methods['methods'][number];

/** A merchant makes orders for himself; everybody else names the merchant. */
export function useIsMerchant(): boolean {
  return ['customer', 'customerSub'].includes(useSelf().role_name);
}

/** What the payers of a merchant can pay with; nothing is asked before the merchant is known. */
export function useMethods(via: Via, customerId: string, isTest: boolean) {
  const isMerchant = useIsMerchant();
  const asked = {
    via,
    is_test: isTest ? ('true' as const) : ('false' as const),
    ...(isMerchant ? {} : { customer_id: customerId }),
  };
  return useQuery({
    queryKey: [manualMethods.path, asked],
    queryFn: ({ signal }) => call(manualMethods, asked, { signal }),
    enabled: isMerchant || customerId !== '',
    retry: false,
  });
}
