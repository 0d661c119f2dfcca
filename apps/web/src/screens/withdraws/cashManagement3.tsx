import { usePart } from '../../kit/use-part.tsx';
import { useWords } from '../../lib/use-words.ts';
import { Buckets } from './cashManagement3/buckets.tsx';
import { Register } from './cashManagement3/register.tsx';

/** Fund management: what everybody of the tree holds, and every movement that no order caused. */
export function CashManagement() {
  const t = useWords('funds');
  const [part, choice] = usePart({ buckets: t('tabs.buckets'), register: t('tabs.register') });
  return part === 'buckets' ? <Buckets choice={choice} /> : <Register choice={choice} />;
}
