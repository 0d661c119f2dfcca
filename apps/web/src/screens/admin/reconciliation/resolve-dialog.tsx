import {
  resolveDifference,
  resolveEffect,
  type DifferenceRow,
} from '@suanpan/contract/endpoints/reconciliation';
import type { ResolveAct } from '@suanpan/domain/reconciliation';
import { display4 } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../../kit/confirm.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';
import { reconciliationChanged } from './changed.ts';
import { refOf } from './difference-columns.tsx';

interface ResolveDialogProps {
  readonly row: DifferenceRow;
  readonly act: ResolveAct;
  readonly onClose: () => void;
}

/** Ends a difference: what would be posted is shown first, and only that is done. */
export function ResolveDialog({ act, onClose, row }: ResolveDialogProps) {
  const t = useWords('reconciliation');
  const told = useToldSubmission();
  const { data, error, refetch } = useQuery({
    queryKey: [resolveEffect.path, row.id, act],
    queryFn: ({ signal }) => call(resolveEffect, { id: row.id, act }, { signal }),
    // The books go on: what was shown before is shown no more.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const subject = refOf(row) || row.order?.no || '';
  return (
    <Confirm
      title={`${t(`acts.${act}`)} ${subject}`.trim()}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t(`effects.${act}`)}</p>
          {error !== null && <Fault fault={error} onRetry={() => void refetch()} />}
          {data !== undefined && (
            <dl className={styles.becomes}>
              <dt>{t(`types.${row.type}`)}</dt>
              <dd className="num">
                {display4(row.ours)} → {display4(row.theirs)} {row.currency}
              </dd>
              {data.effect.map(({ after, before, field }) => [
                <dt key={field}>{t(`effects.fields.${field}`)}</dt>,
                <dd key={`${field} value`} className="num">
                  {field === 'state'
                    ? `${t('states.open')} → ${t('states.resolved')}`
                    : `${before === null ? '' : `${before} → `}${after} ${data.currency}`}
                </dd>,
              ])}
            </dl>
          )}
        </div>
      }
      confirmLabel={t(`acts.${act}`)}
      isDangerous={act === 'writeOff'}
      isReady={data !== undefined}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          resolveDifference,
          { id: row.id, act, effect_hash: data?.hash ?? '', reason, ...stepUp },
          once,
        );
        told(answer, t('said.resolved'), subject);
        await reconciliationChanged();
      }}
      onClose={onClose}
    />
  );
}
