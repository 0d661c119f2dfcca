import { collectionLabel } from '@suanpan/domain/states/wire';
import { StatusTag } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';
import { collectionTones } from '../collection/status.tsx';
import type { MadeOrder } from './draft.ts';

/** Whether it was paid, for a payer and whoever serves him: how the merchant's program is told is nothing to them. */
export function PaymentTag({ status }: { readonly status: MadeOrder['status'] }) {
  const t = useWords('statuses');
  const label = collectionLabel(status, null, 'success');
  return <StatusTag tone={collectionTones[label]} label={t(`collectionStatus.${status}`)} />;
}
