import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ReasonField } from '../../kit/reason-field.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './rights-form.module.css';

interface RightsFormProps {
  readonly isEditable: boolean;
  /** Something was changed, and nothing but a reason is missing. */
  readonly isReady: boolean;
  /** What would change, or null for nothing. */
  readonly changes: { readonly added: number; readonly removed: number } | null;
  /** How many get more than they had, so that a second person is asked and a reason wanted; 0 for nobody. */
  readonly waitFor: number;
  /** Why it cannot be saved as it stands. */
  readonly hindrance?: string | null;
  /** The reason is given where a second person is asked. */
  readonly save: (reason: string | undefined) => Promise<unknown>;
  readonly onStale: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const staleEditCode = 20412;

/** A drawer that grants rights; what will happen is said beside the button before it is pressed. */
export function RightsForm(props: RightsFormProps) {
  const { changes, waitFor, hindrance = null } = props;
  const t = useWords('roles');
  const common = useWords('common');
  const [reason, setReason] = useState('');
  const { isBusy, fault, send } = useSending();
  const waits = waitFor > 0;
  useUnsaved(props.isEditable && changes !== null);
  const isReady = props.isReady && hindrance === null && (!waits || reason.trim() !== '');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void send(() => props.save(waits ? reason.trim() : undefined));
      }}
    >
      {props.children}
      {props.isEditable && (
        <footer className={styles.foot}>
          {waits && (
            <ReasonField
              className={styles.reason}
              label={t('role.needsReason', { count: waitFor })}
              minRows={1}
              value={reason}
              onChange={setReason}
            />
          )}
          {(fault || hindrance !== null) && (
            <p role="alert" className={styles.refused}>
              {fault?.message ?? hindrance}
              {fault?.code === staleEditCode && (
                <Button variant="subtle" size="xs" onClick={props.onStale}>
                  {common('buttons.reload')}
                </Button>
              )}
            </p>
          )}
          <span className={`${styles.changes} num`} role="status">
            {changes && t('role.changes', changes)}
          </span>
          <Button variant="default" onClick={props.onClose} disabled={isBusy}>
            {common('buttons.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {waits ? common('buttons.submit') : common('buttons.save')}
          </Button>
        </footer>
      )}
    </form>
  );
}
