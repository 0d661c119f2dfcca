import { approve, refuse, withdraw } from '@suanpan/contract/endpoints/approvals';
import { Confirm, type ConfirmAnswer } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { ownQueries } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import type { Decision } from './approval.ts';
import styles from './approvals.module.css';
import { EffectTable } from './effect.tsx';

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** staleEdit and approvalEnded. */
const endedCodes: ReadonlySet<number> = new Set([20412, 21702]);

const said = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;
const asked = { approve: ['payment_password', 'one_code'], refuse: ['reason'], withdraw: [] } as const;

/** The effect once more, and what a decision takes: payment password and code to approve, a reason to refuse. */
export function DecisionDialog({ decision: { name, row }, onClose, onDone }: DecisionDialogProps) {
  const t = useWords('approvals');
  const decide = async ({ once, reason, stepUp }: ConfirmAnswer): Promise<void> => {
    try {
      if (name === 'approve') {
        await call(approve, { id: row.id, ...stepUp }, once);
      } else if (name === 'refuse') {
        await call(refuse, { id: row.id, reason }, once);
      } else {
        await call(withdraw, { id: row.id }, once);
      }
    } catch (cause) {
      // It has ended meanwhile: the list behind the dialog must not offer it any longer.
      if (cause instanceof CallFault && endedCodes.has(cause.code)) onDone();
      throw cause;
    }
    toasts.emit({
      tone: name === 'approve' ? 'ok' : 'attention',
      title: t(said[name]),
      text: `${t(`acts.${row.act}`)} · ${row.subject.label}`,
    });
    void queryClient.invalidateQueries({ queryKey: ownQueries.menu.queryKey });
    onDone();
  };
  return (
    <Confirm
      title={`${t(`actions.${name}`)} · ${t(`acts.${row.act}`)}`}
      effect={
        <div className={styles.dialogEffect}>
          <strong>{row.subject.label}</strong>
          <EffectTable row={row} />
          {name === 'withdraw' && <span>{t('withdrawEffect')}</span>}
        </div>
      }
      confirmLabel={t(`actions.${name}`)}
      isDangerous={name !== 'approve'}
      asks={asked[name]}
      act={decide}
      onClose={onClose}
    />
  );
}
