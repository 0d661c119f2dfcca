import {
  markAbnormal,
  markAbnormalEffect,
  testSupply,
  testSupplyEffect,
} from '@suanpan/contract/endpoints/collection-acts';
import type { CollectionRow } from '@suanpan/contract/endpoints/collections';
import type { CollectionStatus } from '@suanpan/domain/states/collection';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from '../user/dialogs.module.css';

const doors = {
  testSupply: { act: testSupply, effect: testSupplyEffect },
  abnormal: { act: markAbnormal, effect: markAbnormalEffect },
} as const;
type Ending = keyof typeof doors;

interface EndDialogProps {
  readonly act: Ending;
  readonly row: CollectionRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Ends an order that is not paid; what becomes of it is asked of the server first, and holds or is refused. */
export function EndDialog({ act, row, onDone, onClose }: EndDialogProps) {
  const t = useWords('orders');
  const statuses = useWords('statuses');
  const { data, error } = useQuery({
    queryKey: ['effect', act, row.id],
    queryFn: ({ signal }) => call(doors[act].effect, { id: row.id }, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  const said = (status: string): string => statuses(`collectionStatus.${status as CollectionStatus}`);
  return (
    <Confirm
      title={`${t(`actions.${act}`)} ${row.order_no}`}
      effect={
        <div className={styles.effect}>
          <p>{t(`ending.${act}Hint`)}</p>
          <dl className={styles.becomes}>
            <dt>{t('columns.orderAmount')}</dt>
            <dd>
              <Money value={row.order_amount} currency={row.currency} />
            </dd>
            {data?.effect.map(({ after, before }) => [
              <dt key="of">{t('columns.status')}</dt>,
              <dd key="to">{`${said(before)} → ${said(after)}`}</dd>,
            ])}
          </dl>
          {error instanceof CallFault && <p role="alert">{error.message}</p>}
        </div>
      }
      confirmLabel={t(`actions.${act}`)}
      isDangerous={act === 'abnormal'}
      isReady={data !== undefined}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        await call(
          doors[act].act,
          {
            id: row.id,
            reason,
            ...stepUp,
            effect_hash: data?.hash ?? '',
          },
          once,
        );
        toasts.emit({
          tone: 'ok',
          title: `${t(`actions.${act}`)} · ${t('ending.done')}`,
          text: row.order_no,
        });
        onDone();
      }}
      onClose={onClose}
    />
  );
}
