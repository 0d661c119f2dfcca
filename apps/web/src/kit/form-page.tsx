import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../lib/use-words.ts';
import styles from './form-page.module.css';

interface FormPageProps {
  readonly title: string;
  readonly intro?: string;
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly submitLabel?: string;
  readonly onCancel?: () => void;
  readonly isBusy?: boolean;
  /** Why it cannot be sent; shown on the disabled button. */
  readonly blockedBecause?: string | null;
  /** What is wrong with the whole form, above the buttons. */
  readonly fault?: ReactNode;
}

/** The frame of every form: title, fields in sections, and the actions that stay in view. */
export function FormPage(props: FormPageProps) {
  const t = useWords('common');
  return (
    <form
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <header>
        <h1>{props.title}</h1>
        {props.intro !== undefined && <p>{props.intro}</p>}
      </header>
      <div className={styles.fields}>{props.children}</div>
      {props.fault}
      <footer className={styles.foot}>
        {props.onCancel && (
          <Button variant="default" onClick={props.onCancel}>
            {t('buttons.cancel')}
          </Button>
        )}
        <Button
          type="submit"
          loading={props.isBusy ?? false}
          disabled={Boolean(props.blockedBecause)}
          title={props.blockedBecause ?? undefined}
        >
          {props.submitLabel ?? t('buttons.submit')}
        </Button>
      </footer>
    </form>
  );
}

/** A titled group of fields inside a form. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <div className={styles.grid}>{children}</div>
    </fieldset>
  );
}
