import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../lib/own-user.ts';
import { useWords } from '../lib/use-words.ts';
import { PayoutQueue } from '../parts/claim/payout-queue.tsx';
import { ReceiptQueue } from '../parts/claim/receipt-queue.tsx';

type Queue = 'receipts' | 'payouts';

/** What waits for a hand: money that lies unidentified, and payouts that a person sends on. */
export function ClaimOrder() {
  const t = useWords('claims');
  const may = useMay();
  const [queue, setQueue] = useState<Queue>('receipts');
  const choice = may('payment.transactions.get') ? (
    <SegmentedControl
      size="xs"
      value={queue}
      onChange={setQueue}
      data={(['receipts', 'payouts'] as const).map((value) => ({ value, label: t(`queues.${value}`) }))}
    />
  ) : null;
  return queue === 'receipts' ? <ReceiptQueue choice={choice} /> : <PayoutQueue choice={choice} />;
}
