import { usePart } from '../kit/use-part.tsx';
import { useWords } from '../lib/use-words.ts';
import { CallbackAddresses } from '../parts/callback/addresses.tsx';
import { CallbackEvents } from '../parts/callback/events.tsx';

/** The callback console: what merchants were told and why not, and the addresses that they are told at. */
export function Callbacks() {
  const t = useWords('callbacks');
  const [part, choice] = usePart({ events: t('tabs.events'), addresses: t('tabs.addresses') });
  return part === 'events' ? (
    <CallbackEvents name="callbacks" choice={choice} />
  ) : (
    <CallbackAddresses choice={choice} />
  );
}
