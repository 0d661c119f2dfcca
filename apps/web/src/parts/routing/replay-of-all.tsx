import { Button } from '@mantine/core';
import { channelDefinitions } from '@suanpan/contract/endpoints/channel-definitions';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { replayRights } from './replay-button.tsx';

const ReplayDialog = lazy(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }));

/** More than a person changes one by one. */
const mostChannels = 200;

/** Opens the replay of a past day over all channels of a direction that are in sight, fetched when somebody asks for it. */
export function ReplayOfAll({ direction }: { readonly direction: 'collection' | 'payout' }) {
  const t = useWords('routing');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const type = direction === 'collection' ? ('collection' as const) : ('payment' as const);
  const { data } = useQuery({
    queryKey: [channelDefinitions.path, 'replay', type],
    queryFn: ({ signal }) => call(channelDefinitions, { type, paginate: mostChannels }, { signal }),
    enabled: isOpen,
  });
  if (!may(replayRights[direction])) return null;
  return (
    <>
      <Button variant="default" loading={isOpen && data === undefined} onClick={() => setOpen(true)}>
        {t('replay.open')}
      </Button>
      {isOpen && data !== undefined && (
        <Suspense>
          <ReplayDialog
            direction={direction}
            channels={data.items.map(({ channel_id, enabled, name, weight }) => ({
              channel_id,
              channel: name,
              direction,
              weight,
              enabled,
            }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
