import { Button } from '@mantine/core';
import { takeTransferFile, transferFile, transferFilePath } from '@suanpan/contract/endpoints/transfer-files';
import type { TransferReport } from '@suanpan/contract/endpoints/transfer-files';
import type { TransferColumn } from '@suanpan/domain/transfers/transfer-file';
import { statementMaxBytes, statementWithinMs } from '@suanpan/domain/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { DialogForm } from '../../kit/dialog-form.tsx';
import { FileField } from '../../kit/file-field.tsx';
import { Modal } from '../../kit/modal.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { call, upload } from '../../lib/api.ts';
import { saidElsewhere } from '../../lib/call-fault.ts';
import { collectionAccountNames } from '../../lib/names.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';
import { TransferReportView } from './transfer-report-view.tsx';

interface TransferFileDialogProps {
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** While lines wait for their orders, what became of them is asked this often. */
const lookAgainMs = 2_000;
/** What a line needs or is better known by; the others are what banks add. */
const templateColumns = [
  'at',
  'amount',
  'ref',
  'payer_name',
  'payer_account',
  'memo',
] as const satisfies readonly TransferColumn[];

/** Brings a receiving account's statement: what its file says is shown first, then taken, and what became of each line told. */
export function TransferFileDialog({ onDone, onClose }: TransferFileDialogProps) {
  const t = useWords('transferFiles');
  const told = useToldSubmission();
  const [accountId, setAccountId] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [seen, setSeen] = useState<TransferReport | null>(null);
  const [stage, setStage] = useState<'choose' | 'take'>('choose');
  const [isTaken, setTaken] = useState(false);
  const { errorOf, fault, isBusy, send } = useSending();
  const isTooLarge = file !== null && file.size > statementMaxBytes;
  const isTakeable = seen !== null && seen.id !== null && seen.lines > 0;

  const check = async (): Promise<void> => {
    if (file === null) return;
    const query = new URLSearchParams({ channel_account_id: accountId, name: file.name.slice(0, 200) });
    const report = (await upload(`${transferFilePath}?${query}`, file, {
      withinMs: statementWithinMs,
    })) as TransferReport;
    setSeen(report);
    setTaken(report.taken_at !== null);
  };
  // Spreadsheets recognise UTF-8 by the mark in front.
  const template = `\ufeff${templateColumns.map((column) => t(`columns.${column}`)).join(',')}\r\n`;

  if (isTaken && seen?.id != null)
    return <EndDialog id={seen.id} first={seen} onDone={onDone} onClose={onClose} />;
  if (stage === 'take' && seen?.id != null) {
    const { id } = seen;
    return (
      <Confirm
        title={`${t('title')} · ${seen.channel_account.name}`}
        effect={<TransferReportView report={seen} />}
        confirmLabel={t('take')}
        asks={['reason', 'payment_password', 'one_code']}
        act={async ({ once, reason, stepUp }) => {
          const answer = await call(takeTransferFile, { id, reason, ...stepUp }, once);
          told(answer, t('taken'), seen.file_name);
          if (answer.state === 'done') setTaken(true);
          else onClose();
        }}
        onClose={() => setStage('choose')}
      />
    );
  }
  return (
    <DialogForm
      title={t('title')}
      submitLabel={t(isTakeable ? 'take' : 'check')}
      isReady={accountId !== '' && file !== null && !isTooLarge}
      isBusy={isBusy}
      fault={fault && saidElsewhere(fault, ['channel_account_id'])}
      size={720}
      onSubmit={() => (isTakeable ? setStage('take') : void send(check))}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p className={styles.hint}>{t('hint')}</p>
        <PickInput
          label={t('account')}
          source={collectionAccountNames}
          initial={accountId}
          onPick={(id) => {
            setSeen(null);
            setAccountId(id ?? '');
          }}
          error={errorOf('channel_account_id')}
          required
        />
        <FileField
          label={t('file')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChoose={(chosen) => {
            setSeen(null);
            setFile(chosen);
          }}
          error={isTooLarge ? t('tooLarge') : undefined}
          required
        />
        <Button
          size="xs"
          variant="subtle"
          component="a"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          download="statement.csv"
        >
          {t('template')}
        </Button>
        {seen !== null && <TransferReportView report={seen} />}
      </div>
    </DialogForm>
  );
}

function EndDialog({
  id,
  first,
  onClose,
  onDone,
}: {
  readonly id: string;
  readonly first: TransferReport;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const t = useWords('transferFiles');
  const common = useWords('common');
  const { data: report = first } = useQuery({
    queryKey: [transferFile.path, id],
    queryFn: ({ signal }) => call(transferFile, { id }, { signal }),
    refetchInterval: ({ state }) => ((state.data?.counts.open ?? 1) > 0 ? lookAgainMs : false),
  });
  const close = (): void => {
    void onDone();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={`${t('title')} · ${report.channel_account.name}`}
      size={720}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <TransferReportView report={report} />
    </Modal>
  );
}
