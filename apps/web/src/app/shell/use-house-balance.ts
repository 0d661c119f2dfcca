import { self } from '@suanpan/contract/endpoints/self';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { ownQueries, useSelf } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';

const readEveryMs = 30_000;

/**
 * Owners are told of their balance when it changes. The platform's is what all of them have, which changes with every order of the house:
 * it is read again as often as the figures of the dashboard are, while somebody looks.
 */
export function useHouseBalance(): void {
  const isHouse = useSelf().scope === 'platform';
  useEffect(() => {
    if (!isHouse) return;
    const read = async (): Promise<void> => {
      if (document.hidden) return;
      try {
        const { balance, frozen_amount, unsettlement_amount } = await call(self, {}, { background: true });
        queryClient.setQueryData(
          ownQueries.self.queryKey,
          (before) => before && { ...before, balance, frozen_amount, unsettlement_amount },
        );
      } catch (fault) {
        // The next time will do: whatever ends a session is said by the calls of the screen.
        if (!(fault instanceof CallFault)) throw fault;
      }
    };
    const timer = setInterval(() => void read(), readEveryMs);
    return () => clearInterval(timer);
  }, [isHouse]);
}
