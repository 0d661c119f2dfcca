import type { RequestRow } from '@suanpan/contract/endpoints/request-log';
import { useMemo } from 'react';
import type { Tone } from '../../../kit/status-tag.tsx';
import { useWords } from '../../../lib/use-words.ts';
import { spokenBy } from '../../../parts/order/spoken.ts';

const good: readonly string[] = ['accepted', 'success', 'settled', 'simulated', 'duplicate'];

function toneOf({ http, outcome }: RequestRow): Tone {
  if (good.includes(outcome) && (http === null || http < 400)) return 'ok';
  return http !== null && http >= 400 && http < 500 ? 'attention' : 'fail';
}

/** What a row is called and came to, in the words of its own side; a merchant's refusal by its name in the API. */
export function useRequestWords() {
  const t = useWords('requests');
  const orders = useWords('orders');
  return useMemo(() => {
    const spoken = spokenBy(orders);
    const outcome = (name: string): string =>
      t(`outcomes.${name as 'duplicate'}`, { defaultValue: spoken.outcome(name) });
    return {
      outcome,
      endpoint({ direction, endpoint }: RequestRow): string {
        if (direction === 'provider_out') return spoken.operation(endpoint);
        if (direction === 'callback_out') return spoken.event(endpoint);
        return direction === 'provider_in' ? t('notice') : endpoint;
      },
      tag: (row: RequestRow) => ({
        tone: toneOf(row),
        label: outcome(row.outcome),
        ...(row.http !== null && { hint: `HTTP ${row.http}` }),
      }),
    };
  }, [t, orders]);
}
