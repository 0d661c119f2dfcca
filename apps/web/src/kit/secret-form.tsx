import '../theme/form-styles.ts';
import { Button, Modal } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { CallFault } from '../lib/call-fault.ts';
import { useWords } from '../lib/use-words.ts';
import styles from './confirm.module.css';

/** The text of a field, trimmed of nothing: passwords are taken as typed. */
export function fieldText(form: FormData, name: string): string {
  const entry = form.get(name);
  return typeof entry === 'string' ? entry : '';
}

interface SecretFormProps {
  readonly title: string;
  readonly submitLabel: string;
  /** Settles when it is done; a fault stays in the dialog, at its field where the server named one. */
  readonly submit: (form: FormData) => Promise<unknown>;
  readonly onClose: () => void;
  readonly size?: string;
  /** The fields, given what is wrong with one of them. */
  readonly children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/**
 * A form over the page for passwords and codes: what is typed stays in its fields and in no state. Faults without a field of their own stand above
 * the buttons.
 */
export function SecretForm({ title, submitLabel, submit, onClose, size, children }: SecretFormProps) {
  const t = useWords('common');
  const formId = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const send = async (form: FormData): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await submit(form);
      onClose();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      setFault(cause);
      const first = Object.keys(cause.fields)[0];
      if (first !== undefined) {
        document
          .getElementById(formId)
          ?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)
          ?.focus();
      }
    } finally {
      setBusy(false);
    }
  };
  const hasFields = fault !== null && Object.keys(fault.fields).length > 0;
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={title}
      {...(size === undefined ? {} : { size })}
      closeButtonProps={{ 'aria-label': t('buttons.close') }}
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void send(new FormData(event.currentTarget));
        }}
      >
        {children((field) => fault?.fields[field]?.at(-1))}
        {fault !== null && !hasFields && (
          <p role="alert" className={styles.fault}>
            {fault.message}
          </p>
        )}
        <footer className={styles.foot}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('buttons.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}

/** A refusal of the form itself, before anything is sent. */
export function fieldFault(field: string, message: string): CallFault {
  return new CallFault({ kind: 'refused', code: 400, message, fields: { [field]: [message] } });
}
