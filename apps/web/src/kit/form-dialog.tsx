import '../theme/form-styles.ts';
import type { ReactNode } from 'react';
import { saidElsewhere, type CallFault } from '../lib/call-fault.ts';
import { useOnce, type Once } from '../lib/use-once.ts';
import { useSending } from '../lib/use-sending.ts';
import { DialogForm } from './dialog-form.tsx';
import styles from './dialog-form.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** A sentence above the fields. */
  readonly hint?: string;
  /** False while something that is needed is missing. */
  readonly isReady?: boolean;
  readonly size?: number;
  /**
   * Settles when it is saved; then the dialog closes. A fault stays, each field's words beside it. Passwords and codes
   * are read from the form and stand in no state. What is made anew is made with `once`.
   */
  readonly act: (form: FormData, once: Once) => Promise<unknown>;
  readonly onClose: () => void;
  /** Stands above the buttons, and with them stays in sight however long the form is. */
  readonly end?: ReactNode;
  /** The fields, given what the server said of each; of what is not asked for here, it is said above the buttons. */
  readonly children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** A few fields and one button, for what can be taken back. Mounted when it opens. */
export function FormDialog(props: FormDialogProps) {
  const once = useOnce();
  const { isBusy, fault, errorOf, send } = useSending();
  const shown = new Set<string>();
  const fields = props.children((field) => {
    shown.add(field);
    return errorOf(field);
  });
  const save = async (form: HTMLFormElement): Promise<void> => {
    const refusal = await send(() => props.act(new FormData(form), once));
    if (refusal === null) props.onClose();
    else focusFirst(form, refusal);
  };
  return (
    <DialogForm
      {...props}
      isReady={props.isReady !== false}
      isBusy={isBusy}
      // Told below the fields, when those have asked that are components of their own.
      fault={fault && (() => saidElsewhere(fault, shown))}
      onSubmit={(form) => void save(form)}
    >
      {props.hint !== undefined && <p className={styles.hint}>{props.hint}</p>}
      {fields}
    </DialogForm>
  );
}

function focusFirst(form: HTMLFormElement, { fields }: CallFault): void {
  const [first] = Object.keys(fields);
  const name = first?.split('.')[0];
  if (name !== undefined) form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
}
