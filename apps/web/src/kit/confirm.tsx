import { Button, Modal, PasswordInput, TextInput, Textarea } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { CallFault } from '../lib/call-fault.ts';
import { useWords } from '../lib/use-words.ts';
import styles from './confirm.module.css';

/** What the dialog collected, handed to the act together with the key that makes it happen once. */
export interface ConfirmAnswer {
  readonly idempotencyKey: string;
  readonly reason: string;
  readonly paymentPassword: string;
  readonly oneCode: string;
}

export interface ConfirmProps {
  readonly title: string;
  /** The exact effect: what is moved, what stands before and after. */
  readonly effect: ReactNode;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** What has to be typed before the button wakes: an amount, or the last six of a number. */
  readonly typed?: string;
  readonly asks?: readonly ('reason' | 'paymentPassword' | 'code')[];
  /** What the effect itself asks for is filled in. */
  readonly isReady?: boolean;
  /** Settles when the act is done; a fault stays in the dialog. */
  readonly act: (answer: ConfirmAnswer) => Promise<unknown>;
  readonly onClose: () => void;
}

const code = /^\d{6}$/;

/** Asks before an act that cannot be undone. Mounted when it opens, so its idempotency key lives as long as it. */
export function Confirm(props: ConfirmProps) {
  const t = useWords('common');
  const formId = useId();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [paymentPassword, setPaymentPassword] = useState('');
  const [oneCode, setOneCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const asks = props.asks ?? [];
  const isReady =
    props.isReady !== false &&
    (props.typed === undefined || typed.trim() === props.typed) &&
    (!asks.includes('reason') || reason.trim() !== '') &&
    (!asks.includes('paymentPassword') || paymentPassword !== '') &&
    (!asks.includes('code') || code.test(oneCode));

  const act = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await props.act({ idempotencyKey, reason: reason.trim(), paymentPassword, oneCode });
      props.onClose();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      setFault(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={() => !isBusy && props.onClose()}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('buttons.close') }}
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void act();
        }}
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
          <Textarea
            label={t('stepUp.reason')}
            placeholder={t('stepUp.reasonPlaceholder')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            autosize
            minRows={2}
            required
          />
        )}
        {asks.includes('paymentPassword') && (
          <PasswordInput
            label={t('stepUp.paymentPassword')}
            value={paymentPassword}
            onChange={(event) => setPaymentPassword(event.currentTarget.value)}
            autoComplete="off"
            required
          />
        )}
        {asks.includes('code') && (
          <TextInput
            label={t('stepUp.code')}
            value={oneCode}
            onChange={(event) => setOneCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        )}
        {fault && (
          <p role="alert" className={styles.fault}>
            {fault.kind === 'network' || fault.kind === 'busy' ? t('fault.unknownOutcome') : fault.message}
          </p>
        )}
        <footer className={styles.foot}>
          <Button variant="default" onClick={props.onClose} disabled={isBusy}>
            {t('buttons.cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={!isReady}
            {...(props.isDangerous ? { color: 'red' } : {})}
          >
            {props.confirmLabel}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
