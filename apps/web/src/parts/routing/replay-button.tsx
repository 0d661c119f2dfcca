import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import type { ListedChannel } from './listed-channel.ts';

const ReplayDialog = lazy(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }));

interface ReplayButtonProps {
  /** Of one merchant's orders; of all in sight without him. */
  readonly customerId?: string;
  readonly channels: readonly ListedChannel[];
}

/** Opens the replay of a past day over these channels, for whoever may change them. Payouts are not replayed. */
export function ReplayButton({ channels, customerId }: ReplayButtonProps) {
  const t = useWords('routing');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const own = [
    ...new Map(
      channels
        .filter(({ direction }) => direction === 'collection')
        .map((each) => [each.channel_id, each] as const),
    ).values(),
  ];
  if (!may('collectionMethod.customers.update') || own.length === 0) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('replay.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReplayDialog
            channels={own}
            {...(customerId !== undefined && { customerId })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
