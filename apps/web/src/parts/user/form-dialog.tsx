import { Button, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CallFault } from '../../lib/call-fault.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly isReady?: boolean;
  readonly size?: number | string;
  /** Settles when it is done; a fault stays in the dialog, and its fields go to the fields. */
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: (fieldError: (name: string) => string | undefined) => ReactNode;
}

/** A form in a dialog: busy while it is sent, what was typed stays when it is refused. */
export function FormDialog(props: FormDialogProps) {
  const t = useWords('common');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await props.act();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      setFault(cause);
    } finally {
      setBusy(false);
    }
  };
  const isShownAtField = fault !== null && Object.keys(fault.fields).length > 0;
  return (
    <Modal
      opened
      onClose={() => !isBusy && props.onClose()}
      title={props.title}
      size={props.size ?? 480}
      closeButtonProps={{ 'aria-label': t('buttons.close') }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (props.isReady !== false && !isBusy) void send();
        }}
      >
        {props.children((name) => fault?.fields[name]?.[0])}
        {fault && (
          <p role="alert" className={styles.fault}>
            {isShownAtField ? Object.values(fault.fields).flat().join(' ') : fault.message}
          </p>
        )}
        <footer className={styles.foot}>
          <Button variant="default" onClick={props.onClose} disabled={isBusy}>
            {t('buttons.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={props.isReady === false}>
            {props.submitLabel}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
