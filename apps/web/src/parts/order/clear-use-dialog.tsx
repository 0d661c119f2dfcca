import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Confirm, type ConfirmAnswer } from '../../kit/confirm.tsx';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import dialogs from '../user/dialogs.module.css';

interface ClearUseDialogProps {
  /** Sends it; answers how many uses count anew. */
  readonly clear: (cardNo: string, answer: ConfirmAnswer) => Promise<{ readonly cleared: number }>;
  /** One card has to be named; all are meant where none is and this is not set. */
  readonly isOneOnly?: boolean;
  /** What else is asked for. */
  readonly children?: ReactNode;
  readonly onDone?: (() => Promise<void>) | undefined;
  readonly onClose: () => void;
}

/** Counts the use of one card, or of all of them, anew; the reason stands in the log. */
export function ClearUseDialog({ children, clear, isOneOnly = false, onClose, onDone }: ClearUseDialogProps) {
  const t = useWords('payment');
  const [cardNo, setCardNo] = useState('');
  return (
    <Confirm
      title={t('setting.clear')}
      effect={
        <div className={dialogs.effect}>
          <p className={dialogs.hint}>{t('setting.clearEffect')}</p>
          <TextInput
            label={t('setting.clearCard')}
            {...(!isOneOnly && { description: t('setting.clearAll') })}
            value={cardNo}
            onChange={(event) => setCardNo(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            required={isOneOnly}
            data-autofocus
          />
          {children}
        </div>
      }
      confirmLabel={t('setting.clear')}
      isReady={!isOneOnly || cardNo.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async (answer) => {
        const { cleared } = await clear(cardNo.trim(), answer);
        toasts.emit({ tone: 'ok', title: t('setting.cleared', { count: cleared }) });
        await onDone?.();
      }}
      onClose={onClose}
    />
  );
}
