import { TextInput } from '@mantine/core';
import { blockAddress } from '@suanpan/contract/endpoints/protection';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';

/** One address or block, and why. */
export function BlockDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('protection');
  const [ip, setIp] = useState('');
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={t('block.add')}
      submitLabel={t('block.add')}
      hint={t('block.hint')}
      isReady={ip.trim() !== ''}
      act={async () => {
        const blocked = await call(blockAddress, { ip, note });
        toasts.emit({ tone: 'ok', title: t('block.done', { ip: blocked.ip }) });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('block.ip')}
            value={ip}
            onChange={(event) => setIp(event.currentTarget.value)}
            error={errorOf('ip')}
            autoComplete="off"
            spellCheck={false}
            required
            data-autofocus
          />
          <TextInput
            label={t('columns.note')}
            value={note}
            maxLength={200}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={errorOf('note')}
          />
        </>
      )}
    </FormDialog>
  );
}
