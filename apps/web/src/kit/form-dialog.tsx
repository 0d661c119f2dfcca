import { Button, Modal } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { CallFault } from '../lib/call-fault.ts';
import { useWords } from '../lib/use-words.ts';
import styles from './confirm.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** A sentence above the fields. */
  readonly hint?: string;
  /** False while something that is needed is missing. */
  readonly isReady: boolean;
  /** Settles when it is saved; then the dialog closes. A fault stays, each field's words beside it. */
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
  /** The fields, given what the server said of each. */
  readonly children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** A few fields and one button, for what can be taken back. */
export function FormDialog(props: FormDialogProps) {
  const t = useWords('common');
  const formId = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const errorOf = (field: string): string | undefined => fault?.fields[field]?.at(-1);
  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await props.act();
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
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (props.isReady && !isBusy) void save();
        }}
      >
        {props.hint !== undefined && <p className={styles.hint}>{props.hint}</p>}
        {props.children(errorOf)}
        {fault && Object.keys(fault.fields).length === 0 && (
          <p role="alert" className={styles.fault}>
            {fault.message}
          </p>
        )}
        <footer className={styles.foot}>
          <Button variant="default" onClick={props.onClose} disabled={isBusy}>
            {t('buttons.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!props.isReady}>
            {props.submitLabel}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
