import { SegmentedControl } from '@mantine/core';
import { textAt } from '../lib/list-paging.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import { useWords } from '../lib/use-words.ts';
import { CallbackAddresses } from '../parts/callback/addresses.tsx';
import { CallbackEvents } from '../parts/callback/events.tsx';

/** The callback console: what merchants were told and why not, and the addresses that they are told at. */
export function Callbacks() {
  const t = useWords('callbacks');
  const place = useScreenPlace();
  const part = textAt(place.search, 'part') === 'addresses' ? 'addresses' : 'events';
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={place.title}
      value={part}
      data={[
        { value: 'events', label: t('tabs.events') },
        { value: 'addresses', label: t('tabs.addresses') },
      ]}
      onChange={(next) => place.setSearch(next === 'events' ? {} : { part: next }, true)}
    />
  );
  return part === 'events' ? (
    <CallbackEvents name="callbacks" choice={choice} />
  ) : (
    <CallbackAddresses choice={choice} />
  );
}
