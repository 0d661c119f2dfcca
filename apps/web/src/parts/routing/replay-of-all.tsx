import { Button, Loader } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { channelDefinitions } from '@suanpan/contract/endpoints/channel-definitions';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useMay } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { replayRights } from './replay-button.tsx';

const ReplayDialog = lazy(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }));

/** More than a person changes one by one. */
const mostChannels = 200;

/** Opens the replay of a past day over all channels of a direction that are in sight, fetched when somebody asks for it. */
export function ReplayOfAll({ direction }: { readonly direction: 'collection' | 'payout' }) {
  const t = useWords('routing');
  const may = useMay();
  const [data, setData] = useState<OutputOf<typeof channelDefinitions> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const type = direction === 'collection' ? ('collection' as const) : ('payment' as const);
  const open = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      setData(await call(channelDefinitions, { type, paginate: mostChannels }));
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault;
      toasts.emit({ tone: 'fail', title: fault.message });
    } finally {
      setBusy(false);
    }
  };
  if (!may(replayRights[direction])) return null;
  return (
    <>
      {/* Not switched off meanwhile: it would lose the focus, which the dialog gives back when it closes. */}
      <Button
        variant="default"
        aria-busy={isBusy}
        leftSection={isBusy && <Loader size={14} aria-hidden />}
        onClick={() => void open()}
      >
        {t('replay.open')}
      </Button>
      {data !== null && (
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
            onClose={() => setData(null)}
          />
        </Suspense>
      )}
    </>
  );
}
