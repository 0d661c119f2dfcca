import { TextInput } from '@mantine/core';
import { scheduleBackups, type BackupSummary } from '@suanpan/contract/endpoints/backups';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { fieldText } from '../../../lib/form-field.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';

interface ScheduleDialogProps {
  readonly schedule: BackupSummary['schedule'];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** When a copy is made each day, and how many stay. */
export function ScheduleDialog({ onClose, onDone, schedule }: ScheduleDialogProps) {
  const t = useWords('backups');
  return (
    <FormDialog
      title={t('acts.schedule')}
      submitLabel={t('acts.schedule')}
      act={async (form) => {
        const at = fieldText(form, 'at');
        await call(scheduleBackups, {
          at: at === '' ? null : at,
          keep: Number(fieldText(form, 'keep')), // Not money: how many copies.
          version: schedule.version,
        });
        toasts.emit({ tone: 'ok', title: t('said.schedule') });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            name="at"
            type="time"
            label={t('fields.at')}
            defaultValue={schedule.at ?? ''}
            error={errorOf('at')}
          />
          <TextInput
            name="keep"
            type="number"
            min={1}
            max={365}
            label={t('fields.keep')}
            defaultValue={String(schedule.keep)}
            error={errorOf('keep')}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
