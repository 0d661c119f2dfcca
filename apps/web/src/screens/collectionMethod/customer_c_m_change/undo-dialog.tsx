import { undoSwap, undoSwapEffect, type ChannelSwapRow } from '@suanpan/contract/endpoints/channel-swaps';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../../kit/confirm.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface UndoDialogProps {
  readonly row: ChannelSwapRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Merchants go back; whose channel somebody changed since stands in the way, and is named. */
export function UndoDialog({ row, onDone, onClose }: UndoDialogProps) {
  const t = useWords('merchantChannels');
  const told = useToldSubmission();
  const { data, error } = useQuery({
    queryKey: [undoSwapEffect.path, row.id],
    queryFn: ({ signal }) => call(undoSwapEffect, { id: row.id }, { signal }),
    gcTime: 0,
  });
  const way = `${row.to.name} → ${row.from.name}`;
  const names = (rows: readonly { customer: { name: string }; alias: string }[]): string =>
    rows.map(({ alias, customer }) => `${customer.name} · ${alias}`).join(', ');
  return (
    <Confirm
      title={`${t('acts.undo')} · ${way}`}
      confirmLabel={t('acts.undo')}
      isDangerous
      isReady={data !== undefined && data.changed.length === 0}
      asks={['reason', 'payment_password', 'one_code']}
      effect={
        <div className={styles.effect}>
          {error && <Fault fault={error} />}
          {data && (
            <dl className={styles.becomes} aria-label={t('states.effect')}>
              <dt>{t('columns.affected')}</dt>
              <dd>
                {data.affected.length} {names(data.affected.slice(0, 20))}
              </dd>
              {data.changed.length > 0 && (
                <>
                  <dt>{t('states.changedSince')}</dt>
                  <dd role="alert">{names(data.changed)}</dd>
                </>
              )}
            </dl>
          )}
        </div>
      }
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          undoSwap,
          { id: row.id, effect_hash: data?.hash ?? '', reason, ...stepUp },
          once,
        );
        told(answer, t('states.undone'), way);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
