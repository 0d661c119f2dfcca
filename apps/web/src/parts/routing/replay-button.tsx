import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import type { ListedChannel } from './listed-channel.ts';

const ReplayDialog = lazy(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }));

export const replayRights = {
  collection: 'collectionMethod.customers.update',
  payout: 'paymentMethod.customers.update',
} as const;

interface ReplayButtonProps {
  /** Of one merchant's orders; of all in sight without him. */
  readonly customerId?: string;
  readonly direction?: keyof typeof replayRights;
  readonly channels: readonly ListedChannel[];
}

/** Opens the replay of a past day over these channels of a direction, for whoever may change them. */
export function ReplayButton({ channels, customerId, direction = 'collection' }: ReplayButtonProps) {
  const t = useWords('routing');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const own = [
    ...new Map(
      channels.filter((each) => each.direction === direction).map((each) => [each.channel_id, each] as const),
    ).values(),
  ];
  if (!may(replayRights[direction]) || own.length === 0) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('replay.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReplayDialog
            channels={own}
            direction={direction}
            {...(customerId !== undefined && { customerId })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
