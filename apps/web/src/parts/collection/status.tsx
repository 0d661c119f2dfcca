import type { CollectionRow } from '@suanpan/contract/endpoints/collections';
import { collectionLabel, type CollectionLabel } from '@suanpan/domain/states/wire';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from '../parts.module.css';

/** The one meaning of colour for every state of a collection. */
export const collectionTones: Readonly<Record<CollectionLabel, Tone>> = {
  pending: 'wait',
  success_not_returned: 'ok',
  success_returned: 'ok',
  expired: 'idle',
  amount_mismatch: 'attention',
  abnormal: 'fail',
  test_supplied: 'test',
  refund: 'reversed',
  refund_preparing: 'reversed',
  refund_refunding: 'reversed',
  refund_success: 'reversed',
  refund_failed: 'fail',
};

const callbackTones: Readonly<Record<CollectionRow['callback_status'], Tone>> = {
  not_sent: 'idle',
  success: 'ok',
  failed: 'fail',
};

type StatusOf = Pick<CollectionRow, 'status' | 'refund_status' | 'callback_status' | 'completed_at'>;

export function CollectionStatusTag({ order }: { order: StatusOf }) {
  const t = useWords('statuses');
  const label = collectionLabel(order.status, order.refund_status, order.callback_status);
  return (
    <StatusTag
      tone={collectionTones[label]}
      label={t(`collection.${label}`)}
      {...(order.completed_at === null ? {} : { hint: showInstant(order.completed_at) })}
    />
  );
}

/** The state as one coloured bead before the number, for the many columns between the number and its tag. */
export function StatusBead({ order }: { order: StatusOf }) {
  const t = useWords('statuses');
  const label = collectionLabel(order.status, order.refund_status, order.callback_status);
  return <i className={styles.bead} data-tone={collectionTones[label]} title={t(`collection.${label}`)} />;
}

export function CallbackStatusTag({ status }: { status: CollectionRow['callback_status'] }) {
  const t = useWords('statuses');
  return <StatusTag tone={callbackTones[status]} label={t(`callback.${status}`)} />;
}
