import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../lib/use-words.ts';
import { firstWrong } from './first-wrong.ts';
import { Modal } from './modal.tsx';
import styles from './dialog-form.module.css';

type Told = string | null;

interface DialogFormProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly isDangerous?: boolean | undefined;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  /** What was refused, above the buttons; asked for when the fields above are drawn, where it depends on them. */
  readonly fault: Told | (() => Told);
  readonly size?: number | string | undefined;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly onClose: () => void;
  /** Stands above the buttons, and with them stays in sight however long the form is. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** A dialog that opens is typed into: where no field is named, the first has the focus, and not the cross. */
function nameFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector('[data-autofocus], input:not([type=hidden]), select, textarea');
  if (first?.matches(':not([role=combobox], [type=checkbox], [type=radio])'))
    first.setAttribute('data-autofocus', '');
}

function Refusal({ of }: { readonly of: DialogFormProps['fault'] }) {
  const told = typeof of === 'function' ? of() : of;
  return (
    told !== null && (
      <p role="alert" className={styles.fault}>
        {told}
      </p>
    )
  );
}

/** A form over the page, its refusal and its two buttons; while it is busy it neither closes nor is sent again. */
export function DialogForm(props: DialogFormProps) {
  const { isReady, isBusy, onClose, size } = props;
  const t = useWords('common');
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      title={props.title}
      {...(size !== undefined && { size })}
      closeButtonProps={{ 'aria-label': t('buttons.close'), disabled: isBusy }}
    >
      <form
        ref={nameFirst}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = firstWrong(event.currentTarget);
          if (wrong !== undefined) wrong.focus();
          else if (isReady && !isBusy) props.onSubmit(event.currentTarget);
        }}
      >
        {props.children}
        <div className={styles.end} data-in-sight={props.end !== undefined || undefined}>
          {props.end}
          <Refusal of={props.fault} />
          <footer className={styles.foot}>
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('buttons.cancel')}
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              disabled={!isReady}
              {...(props.isDangerous && { color: 'red' })}
            >
              {props.submitLabel}
            </Button>
          </footer>
        </div>
      </form>
    </Modal>
  );
}
