import { usePart } from '../../kit/use-part.tsx';
import { useWords } from '../../lib/use-words.ts';
import { MerchantList } from '../../parts/merchant-channels/merchant-list.tsx';
import { UnsetList } from './customers/unset-list.tsx';

/** By which channels merchants pay, and who has none. */
export function PayoutMerchants() {
  const t = useWords('merchantChannels');
  const [part, choice] = usePart({ merchants: t('tabs.merchants'), unset: t('tabs.unset') });
  return part === 'merchants' ? (
    <MerchantList direction="payout" choice={choice} />
  ) : (
    <UnsetList choice={choice} />
  );
}
