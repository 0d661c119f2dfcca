import { approve, refuse } from '@suanpan/contract/endpoints/approvals';
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

const staleEditCode = 20412;

/** The effect once more, and what proves that a second person looked: payment password and code, or a reason. */
export function DecisionDialog({ decision: { name, row }, onClose, onDone }: DecisionDialogProps) {
  const t = useWords('approvals');
  const decide = async (answer: ConfirmAnswer): Promise<void> => {
    const { idempotencyKey } = answer;
    try {
      if (name === 'approve') {
        const proof = { payment_password: answer.paymentPassword, one_code: answer.oneCode };
        await call(approve, { id: row.id, ...proof }, { idempotencyKey });
      } else {
        await call(refuse, { id: row.id, reason: answer.reason }, { idempotencyKey });
      }
    } catch (cause) {
      // It has ended as changed: the list behind the dialog must not offer it any longer.
      if (cause instanceof CallFault && cause.code === staleEditCode) onDone();
      throw cause;
    }
    toasts.emit({
      tone: name === 'approve' ? 'ok' : 'attention',
      title: t(name === 'approve' ? 'approved' : 'refused'),
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
        </div>
      }
      confirmLabel={t(`actions.${name}`)}
      isDangerous={name === 'refuse'}
      asks={name === 'approve' ? ['paymentPassword', 'code'] : ['reason']}
      act={decide}
      onClose={onClose}
    />
  );
}
