import { usePart } from '../../kit/use-part.tsx';
import { useWords } from '../../lib/use-words.ts';
import { GivenList } from '../../parts/merchant-channels/given-list.tsx';
import { ModelList } from '../../parts/merchant-channels/model-list.tsx';

/** Templates of channels for payouts, and which merchant goes by which. */
export function PayoutCustomerModels() {
  const t = useWords('merchantChannels');
  const [part, choice] = usePart({ merchants: t('tabs.merchants'), models: t('tabs.models') });
  return part === 'merchants' ? (
    <GivenList direction="payout" choice={choice} />
  ) : (
    <ModelList direction="payout" choice={choice} />
  );
}
