import { TextInput } from '@mantine/core';
import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { refundableOf, refundCollection } from '@suanpan/contract/endpoints/refunds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';

interface RefundDialogProps {
  /** Asked for by its number where it is not known yet. */
  readonly order?: { readonly id: string; readonly order_no: string };
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** As short as a number of an order can be. */
const shortestNumber = 8;

/** Sets an order as refund: whole, or a part of what is left of it. */
export function RefundDialog({ order, onDone, onClose }: RefundDialogProps) {
  const t = useWords('refunds');
  const told = useToldSubmission();
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState('');
  const orderNo = order?.order_no ?? typed;
  const { data: found } = useQuery({
    queryKey: [refundableOf.path, orderNo],
    queryFn: async ({ signal }) => {
      const id =
        order?.id ??
        (await call(searchCollections, { order_no: orderNo, paginate: 1 }, { signal })).items[0]?.id;
      return id === undefined ? null : { id, ...(await call(refundableOf, { id }, { signal })) };
    },
    enabled: orderNo.length >= shortestNumber,
    retry: false,
  });
  return (
    <Confirm
      title={order === undefined ? t('acts.refund') : `${t('acts.refund')} · ${order.order_no}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.refund')}</p>
          {order === undefined && (
            <TextInput
              label={t('fields.orderNo')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value.trim())}
              autoComplete="off"
              spellCheck={false}
              required
              data-autofocus
            />
          )}
          {found && (
            <dl className={styles.becomes}>
              <dt>{found.order_no}</dt>
              <dd>
                {t('fields.left')} <Money value={found.left} currency={found.currency} isExact />
              </dd>
            </dl>
          )}
          <TextInput
            label={t('fields.amount')}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
      }
      confirmLabel={t('acts.refund')}
      isDangerous
      isReady={found != null}
      {...(order !== undefined && { typed: order.order_no.slice(-6) })}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        if (found == null) return;
        const answer = await call(
          refundCollection,
          {
            id: found.id,
            confirm: found.order_no.slice(-6),
            ...(amount !== '' && { amount }),
            reason,
            ...stepUp,
          },
          once,
        );
        told(answer, t('states.done'), found.order_no);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
