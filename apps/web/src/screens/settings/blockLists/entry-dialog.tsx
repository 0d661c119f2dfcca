import { NativeSelect, TextInput } from '@mantine/core';
import { addBlockEntry, blockKinds } from '@suanpan/contract/endpoints/protection';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { agentNames } from '../../../lib/names.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';

type Kind = (typeof blockKinds)[number];

/** One payer to keep out; a senior agent's entries hold in his own tree. */
export function EntryDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('protection');
  const isPlatform = useSelf().agent_id === undefined;
  const [kind, setKind] = useState<Kind>('name');
  const [value, setValue] = useState('');
  const [note, setNote] = useState('');
  const [agentId, setAgentId] = useState<string | null>('');
  return (
    <FormDialog
      title={t('lists.add')}
      submitLabel={t('lists.add')}
      hint={t('lists.hint')}
      isReady={value.trim() !== '' && agentId !== null}
      act={async () => {
        const added = await call(addBlockEntry, {
          kind,
          value,
          note,
          ...(agentId && { agent_id: agentId }),
        });
        toasts.emit({ tone: 'ok', title: t('lists.done', { shown: added.shown }) });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NativeSelect
            label={t('columns.kind')}
            value={kind}
            onChange={(event) =>
              setKind(blockKinds.find((one) => one === event.currentTarget.value) ?? 'name')
            }
            data={blockKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
          />
          <TextInput
            label={t(`kinds.${kind}`)}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            error={errorOf('value') ?? errorOf('ip')}
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
          {isPlatform && (
            <PickInput
              label={t('lists.agent')}
              source={agentNames}
              onPick={setAgentId}
              error={errorOf('agent_id')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
