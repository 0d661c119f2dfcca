import type { CollectionRow } from '@suanpan/contract/endpoints/collections';
import { collectionLabel, type CollectionLabel } from '@suanpan/domain/states/wire';
import type { TFunction } from 'i18next';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';

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
      hint={whenOf(order, t(`collection.${label}`))}
    />
  );
}

/** In a list: as few words as tell it apart; the whole stands in the tooltip. */
export function shortTagOf(t: TFunction<'statuses'>, order: StatusOf) {
  const label = collectionLabel(order.status, order.refund_status, order.callback_status);
  return {
    tone: collectionTones[label],
    label: t(`collectionShort.${label}`),
    hint: whenOf(order, t(`collection.${label}`)),
  };
}

function whenOf({ completed_at }: StatusOf, whole: string): string {
  return completed_at === null ? whole : `${whole} · ${showInstant(completed_at)}`;
}

/** Whether the state itself tells how the merchant was told, so that a second tag would only repeat it. */
export function saysCallback(order: StatusOf): boolean {
  const label = collectionLabel(order.status, order.refund_status, order.callback_status);
  return label === 'success_returned' || order.callback_status === 'not_sent';
}

/** Beside a state that does not tell of it: 'Failed' alone would seem to be the order's. */
export function CallbackStatusTag({ status }: { status: CollectionRow['callback_status'] }) {
  const t = useWords('statuses');
  const o = useWords('orders');
  return (
    <StatusTag
      tone={callbackTones[status]}
      label={`${o('columns.callbackShort')} · ${t(`callback.${status}`)}`}
    />
  );
}

interface CallbackIconProps {
  readonly status: CollectionRow['callback_status'];
  /** With its word, where there is no hover. */
  readonly isWritten?: boolean;
}

/** The callback beside a status that tells of it already: an icon, and a word only where something failed. */
export function CallbackIcon({ status, isWritten = false }: CallbackIconProps) {
  const t = useWords('statuses');
  const word = t(`callback.${status}`);
  return (
    <StatusTag tone={callbackTones[status]} label={word} isBare hasWord={isWritten || status === 'failed'} />
  );
}
