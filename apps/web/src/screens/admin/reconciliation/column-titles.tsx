import { Button, TextInput } from '@mantine/core';
import { reconciliationMapping, setReconciliationMapping } from '@suanpan/contract/endpoints/reconciliation';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { statementColumns, type StatementColumn } from '@suanpan/domain/reconciliation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { saidElsewhere } from '../../../lib/call-fault.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toasts } from '../../../lib/toast.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';
import dialogs from '../../../parts/user/dialogs.module.css';
import styles from './import.module.css';

interface ColumnTitlesProps {
  readonly accountId: string;
  readonly onSaved: () => void;
}

/** Under which titles the statements of the account's provider have their columns, for whoever may set them. */
export function ColumnTitles({ accountId, onSaved }: ColumnTitlesProps) {
  const t = useWords('reconciliation');
  const { data } = useQuery({
    queryKey: [reconciliationMapping.path, accountId],
    queryFn: ({ signal }) => call(reconciliationMapping, { account: accountId }, { signal }),
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <details className={styles.titles}>
      <summary>{t('acts.mapping')}</summary>
      <TitleFields key={data.version} mapping={data} onSaved={onSaved} />
    </details>
  );
}

interface TitleFieldsProps {
  readonly mapping: OutputOf<typeof reconciliationMapping>;
  readonly onSaved: () => void;
}

function TitleFields({ mapping, onSaved }: TitleFieldsProps) {
  const t = useWords('reconciliation');
  const common = useWords('common');
  const [titles, setTitles] = useState<Partial<Record<StatementColumn, string>>>(mapping.titles);
  const [saved, setSaved] = useState(titles);
  const { errorOf, fault, isBusy, send } = useSending();
  const isOurs = mapping.actions.includes('set');
  const save = async (): Promise<void> => {
    await send(async () => {
      await call(setReconciliationMapping, {
        provider: mapping.provider_id,
        titles: Object.fromEntries(Object.entries(titles).filter(([, title]) => title.trim() !== '')),
        version: mapping.version,
      });
      setSaved(titles);
      toasts.emit({ tone: 'ok', title: t('mapping.saved') });
      onSaved();
      await queryClient.invalidateQueries({ queryKey: [reconciliationMapping.path] });
    });
  };
  return (
    <div>
      <p className={dialogs.hint}>{t(isOurs ? 'mapping.hint' : 'mapping.fixed')}</p>
      <div className={dialogs.pair} data-kept={titles === saved || undefined}>
        {statementColumns.map((column) => (
          <TextInput
            key={column}
            label={t(`columns.${column}`)}
            value={titles[column] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTitles((before) => ({ ...before, [column]: value }));
            }}
            onKeyDown={(event) => {
              // It stands within the form of the file, which it must not send.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (isOurs) void save();
            }}
            error={errorOf(`titles.${column}`)}
            maxLength={128}
            readOnly={!isOurs}
          />
        ))}
      </div>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {saidElsewhere(fault, ['titles'])}
        </p>
      )}
      {isOurs && (
        <div className={dialogs.foot}>
          <Button variant="default" loading={isBusy} onClick={() => void save()}>
            {common('buttons.save')}
          </Button>
        </div>
      )}
    </div>
  );
}
