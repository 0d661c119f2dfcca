import {
  changeAgent,
  changeUserStatus,
  confirmPerson,
  removeSubAccount,
  resetPaymentPassword,
  resetUserTwoFactor,
} from '@suanpan/contract/endpoints/user-acts';
import { useState } from 'react';
import { Confirm, type ConfirmAnswer } from '../../kit/confirm.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { call } from '../../lib/api.ts';
import { agentNames } from '../../lib/names.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import type { UserDialogProps } from './user-dialog.ts';
import { usersChanged } from './users-changed.ts';
import { useTellSubmission } from './tell-submission.ts';
import styles from './dialogs.module.css';

type PlainAct = 'enable' | 'activate' | 'disable' | 'archive' | 'paymentPassword' | 'remove';

/** Acts that need no more than a reason: changes of state, and taking a payment password away. */
export function PlainDialog({ user, act, onClose }: UserDialogProps) {
  const t = useWords('users');
  const plain = act as PlainAct;
  const send = async ({ reason }: ConfirmAnswer): Promise<void> => {
    if (plain === 'remove') await call(removeSubAccount, { self: user.owner_id ?? 'self', id: user.id });
    else if (plain === 'paymentPassword') await call(resetPaymentPassword, { id: user.id, reason });
    else await call(changeUserStatus, { id: user.id, event: plain, reason });
    toasts.emit({ tone: 'ok', title: t(`acts.${plain}`), text: user.username });
    usersChanged();
  };
  return (
    <Confirm
      title={`${t(`acts.${plain}`)} · ${user.username}`}
      effect={t(`effects.${plain}`, { name: user.name })}
      confirmLabel={t(`acts.${plain}`)}
      isDangerous={['disable', 'archive', 'remove'].includes(plain)}
      {...(plain === 'archive' || plain === 'remove' ? { typed: user.username } : {})}
      asks={plain === 'remove' ? [] : ['reason']}
      act={send}
      onClose={onClose}
    />
  );
}

/** Waits for a second person; the dialog says so before it is sent. */
export function TwoFactorDialog({ user, onClose }: UserDialogProps) {
  const t = useWords('users');
  const tell = useTellSubmission();
  return (
    <Confirm
      title={`${t('acts.resetTwoFactor')} · ${user.username}`}
      effect={t('effects.resetTwoFactor', { name: user.name })}
      confirmLabel={t('acts.resetTwoFactor')}
      isDangerous
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        tell(await call(resetUserTwoFactor, { id: user.id, reason, ...stepUp }, once), user.username);
      }}
      onClose={onClose}
    />
  );
}

/** Two of the platform state that somebody else than its maker uses the account. */
export function PersonDialog({ user, onClose }: UserDialogProps) {
  const t = useWords('users');
  const tell = useTellSubmission();
  return (
    <Confirm
      title={`${t('acts.confirmPerson')} · ${user.username}`}
      effect={t('effects.confirmPerson', { name: user.name })}
      confirmLabel={t('acts.confirmPerson')}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        tell(await call(confirmPerson, { id: user.id, reason, ...stepUp }, once), user.username);
      }}
      onClose={onClose}
    />
  );
}

/** A merchant moves below another senior agent. */
export function AgentDialog({ user, onClose }: UserDialogProps) {
  const t = useWords('users');
  const [agentId, setAgentId] = useState<string | null>('');
  return (
    <Confirm
      title={`${t('acts.changeAgent')} · ${user.username}`}
      effect={
        <div className={styles.effect}>
          <p>{t('effects.changeAgent', { name: user.name })}</p>
          <PickInput
            label={t('columns.agentName')}
            placeholder={user.agent_name ?? undefined}
            source={agentNames}
            onPick={setAgentId}
            required
            isFirst
          />
        </div>
      }
      confirmLabel={t('acts.changeAgent')}
      isDangerous
      isReady={Boolean(agentId)}
      asks={['reason']}
      act={async ({ reason }) => {
        if (!agentId) return;
        await call(changeAgent, { id: user.id, version: user.version, agent_id: agentId, reason });
        toasts.emit({ tone: 'ok', title: t('edit.saved'), text: user.username });
        usersChanged();
      }}
      onClose={onClose}
    />
  );
}
