import { PasswordInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { saidElsewhere } from '../lib/call-fault.ts';
import { useOnce, type Once } from '../lib/use-once.ts';
import { useSending } from '../lib/use-sending.ts';
import { useWords } from '../lib/use-words.ts';
import { lackOfCode } from './code-field.tsx';
import { DialogForm } from './dialog-form.tsx';
import { ReasonField } from './reason-field.tsx';
import styles from './dialog-form.module.css';

/** What the dialog collected, under the names of the calls; what was not asked for is empty. */
export interface ConfirmAnswer {
  readonly once: Once;
  readonly reason: string;
  readonly stepUp: { readonly payment_password: string; readonly one_code: string };
}

export interface ConfirmProps {
  readonly title: string;
  /** The exact effect: what is moved, what stands before and after. */
  readonly effect: ReactNode;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** What has to be typed before the button wakes: an amount, or the last six of a number. */
  readonly typed?: string;
  readonly asks?: readonly ('reason' | 'payment_password' | 'one_code')[];
  /** What the effect itself asks for is filled in. */
  readonly isReady?: boolean;
  /** Settles when the act is done; a fault stays in the dialog. */
  readonly act: (answer: ConfirmAnswer) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an act that cannot be undone. Mounted when it opens. */
export function Confirm(props: ConfirmProps) {
  const t = useWords('common');
  const once = useOnce();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [paymentPassword, setPaymentPassword] = useState('');
  const [oneCode, setOneCode] = useState('');
  const { isBusy, fault, errorOf, send } = useSending();
  const asks = props.asks ?? [];
  const isReady =
    props.isReady !== false &&
    (props.typed === undefined || typed.trim() === props.typed) &&
    (!asks.includes('reason') || reason.trim() !== '') &&
    (!asks.includes('payment_password') || paymentPassword !== '');
  // The specification answers a code that is missing with a sentence and not with a button that sleeps.
  const [lack, setLack] = useState<ReturnType<typeof lackOfCode>>(null);

  const act = async (): Promise<void> => {
    const found = asks.includes('one_code') ? lackOfCode(oneCode) : null;
    setLack(found);
    if (found !== null) return;
    const stepUp = { payment_password: paymentPassword, one_code: oneCode };
    const refusal = await send(() => props.act({ once, reason: reason.trim(), stepUp }));
    if (refusal === null) props.onClose();
  };
  const isUnknown = fault?.kind === 'network' || fault?.kind === 'busy';

  return (
    <DialogForm
      title={props.title}
      submitLabel={props.confirmLabel}
      isDangerous={props.isDangerous}
      isReady={isReady}
      isBusy={isBusy}
      fault={fault && (isUnknown ? t('fault.unknownOutcome') : saidElsewhere(fault, asks))}
      onSubmit={() => void act()}
      onClose={props.onClose}
    >
      <div className={styles.effect} data-dangerous={props.isDangerous || undefined}>
        {props.effect}
      </div>
      {props.typed !== undefined && (
        <TextInput
          label={t('stepUp.typeToConfirm', { text: props.typed })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      {asks.includes('reason') && (
        <ReasonField value={reason} onChange={setReason} error={errorOf('reason')} />
      )}
      {asks.includes('payment_password') && (
        <PasswordInput
          label={t('stepUp.paymentPassword')}
          value={paymentPassword}
          onChange={(event) => setPaymentPassword(event.currentTarget.value)}
          error={errorOf('payment_password')}
          autoComplete="off"
          required
        />
      )}
      {asks.includes('one_code') && (
        <TextInput
          label={t('stepUp.code')}
          value={oneCode}
          onChange={(event) => {
            setOneCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6));
            setLack(null);
          }}
          error={lack === null ? errorOf('one_code') : t(`stepUp.codeLack.${lack}`)}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      )}
    </DialogForm>
  );
}
