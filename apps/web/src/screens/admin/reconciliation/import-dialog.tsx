import { statementUploadPath, type ImportReport } from '@suanpan/contract/endpoints/reconciliation';
import { statementMaxBytes, statementWithinMs } from '@suanpan/domain/limits';
import { useState } from 'react';
import { DayField } from '../../../kit/day-field.tsx';
import { DialogForm } from '../../../kit/dialog-form.tsx';
import { FileField } from '../../../kit/file-field.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { upload } from '../../../lib/api.ts';
import { saidElsewhere } from '../../../lib/call-fault.ts';
import { businessNow } from '../../../lib/clock.ts';
import { channelAccountNames } from '../../../lib/names.ts';
import { addDays, dayOf } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useDemoClock } from '../../../parts/demo/demo-clock.ts';
import { sandboxAddress } from '../../../parts/demo/sandbox-address.ts';
import styles from '../../../parts/user/dialogs.module.css';
import { reconciliationChanged } from './changed.ts';
import { ColumnTitles } from './column-titles.tsx';
import { StatementPreview } from './statement-preview.tsx';

interface ImportDialogProps {
  /** What stands there to begin with. */
  readonly accountId?: string;
  readonly day?: string;
  readonly onClose: () => void;
}

/** Takes a provider's statement in: what its file says and which of its lines cannot be read is shown first. */
export function ImportDialog({ onClose, ...first }: ImportDialogProps) {
  const t = useWords('reconciliation');
  const [accountId, setAccountId] = useState(first.accountId ?? '');
  const clock = useDemoClock();
  // Statements come a day late.
  const [day, setDay] = useState(() => first.day ?? addDays(dayOf(businessNow()), -1));
  const [file, setFile] = useState<File | null>(null);
  const [seen, setSeen] = useState<ImportReport | null>(null);
  const { errorOf, fault, isBusy, send } = useSending();
  const isTooLarge = file !== null && file.size > statementMaxBytes;
  const forget = (): void => setSeen(null);

  const put = async (isPreview: boolean): Promise<ImportReport | null> => {
    if (file === null) return null;
    const query = new URLSearchParams({
      channel_account_id: accountId,
      day,
      name: file.name.slice(0, 200),
      preview: isPreview ? '1' : '0',
    });
    const answer = await upload(`${statementUploadPath}?${query}`, file, { withinMs: statementWithinMs });
    return answer as ImportReport;
  };
  const go = async (): Promise<void> => {
    if (seen === null) {
      await send(async () => setSeen(await put(true)));
      return;
    }
    const refusal = await send(async () => {
      const taken = await put(false);
      if (taken === null) return;
      const { lines, matched, open } = taken;
      toasts.emit({
        tone: open > 0 ? 'wait' : 'ok',
        title: t('import.done', { lines, matched, open }),
        text: day,
      });
      await reconciliationChanged();
    });
    if (refusal === null) onClose();
  };
  return (
    <DialogForm
      title={t('import.title')}
      submitLabel={t(seen === null ? 'import.check' : 'import.take')}
      isReady={
        accountId !== '' &&
        day !== '' &&
        file !== null &&
        !isTooLarge &&
        (seen === null || seen.bad_count === 0)
      }
      isBusy={isBusy}
      fault={fault && saidElsewhere(fault, ['channel_account_id', 'day'])}
      size={560}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <PickInput
          label={t('columns.account')}
          source={channelAccountNames}
          initial={accountId}
          onPick={(id) => {
            forget();
            setAccountId(id ?? '');
          }}
          error={errorOf('channel_account_id')}
          required
        />
        <DayField
          label={t('columns.day')}
          value={day}
          onChange={(next) => {
            forget();
            setDay(next);
          }}
          error={errorOf('day')}
          required
        />
        <FileField
          label={t('import.file')}
          description={t('import.nothingPosted')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChoose={(chosen) => {
            forget();
            setFile(chosen);
          }}
          error={isTooLarge ? t('import.tooLarge') : undefined}
          required
        />
        {clock !== null && (
          <a href={sandboxAddress('/sandbox/statements')} target="_blank" rel="noopener">
            {t('import.fromBank')}
          </a>
        )}
        {accountId !== '' && <ColumnTitles key={accountId} accountId={accountId} onSaved={forget} />}
        {seen !== null && <StatementPreview report={seen} />}
      </div>
    </DialogForm>
  );
}
