import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../lib/own-user.ts';
import { useWords } from '../lib/use-words.ts';
import { PayoutQueue } from '../parts/claim/payout-queue.tsx';
import { ReceiptQueue } from '../parts/claim/receipt-queue.tsx';
import { WithdrawalQueue } from '../parts/claim/withdrawal-queue.tsx';

const queues = { receipts: ReceiptQueue, payouts: PayoutQueue, withdrawals: WithdrawalQueue } as const;
type Queue = keyof typeof queues;
const isQueue = (value: string): value is Queue => Object.hasOwn(queues, value);

/** What waits for a hand: money that lies unidentified, payouts that a person sends on, and withdrawals that he wires. */
export function ClaimOrder() {
  const t = useWords('claims');
  const may = useMay();
  const [queue, setQueue] = useState<Queue>('receipts');
  const shown: readonly Queue[] = [
    'receipts',
    ...(may('payment.transactions.get') ? (['payouts'] as const) : []),
    ...(may('withdraws.list.take') ? (['withdrawals'] as const) : []),
  ];
  const choice =
    shown.length === 1 ? null : (
      <SegmentedControl
        size="xs"
        value={queue}
        onChange={(value) => isQueue(value) && setQueue(value)}
        data={shown.map((value) => ({ value, label: t(`queues.${value}`) }))}
      />
    );
  const Shown = queues[queue];
  return <Shown choice={choice} />;
}
