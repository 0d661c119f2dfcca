import { Checkbox, NativeSelect } from '@mantine/core';
import type { GiveModelEffect } from '@suanpan/contract/endpoints/channel-models';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../kit/dialog-form.tsx';
import { ReasonField } from '../../kit/reason-field.tsx';
import { call } from '../../lib/api.ts';
import { saidElsewhere } from '../../lib/call-fault.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import dialogs from '../user/dialogs.module.css';
import { modelCalls } from './calls.ts';
import type { Direction } from './calls.ts';

interface GiveDialogProps {
  readonly direction: Direction;
  readonly customers: readonly { readonly id: string; readonly name: string }[];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Sets merchants as a template says: what becomes of each is shown first. */
export function GiveDialog({ direction, customers, onDone, onClose }: GiveDialogProps) {
  const t = useWords('merchantChannels');
  const calls = modelCalls[direction];
  const { data: models } = useQuery({
    queryKey: [calls.list.path, 'all'],
    queryFn: ({ signal }) => call(calls.list, { paginate: 200 }, { signal }),
  });
  const { isBusy, fault, errorOf, send } = useSending();
  const [modelId, setModelId] = useState('');
  const [keepsOwn, setKeepsOwn] = useState(true);
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState<GiveModelEffect | null>(null);
  const tell = useToldSubmission();
  const give = async (): Promise<void> => {
    const wanted = { model_id: modelId, customer_ids: customers.map(({ id }) => id), keep_own: keepsOwn };
    const refusal = await send(async () => {
      if (seen === null) return setSeen(await call(calls.giveEffect, wanted));
      const because = { effect_hash: seen.hash, reason: reason.trim() };
      tell(await call(calls.give, { ...wanted, ...because }), t('states.saved'));
      await onDone();
      return onClose();
    });
    if (refusal !== null) setSeen(null);
  };
  return (
    <DialogForm
      title={`${t('acts.give')} · ${customers.length === 1 ? customers[0]?.name : customers.length}`}
      submitLabel={seen === null ? t('acts.look') : t('acts.save')}
      isReady={modelId !== '' && reason.trim() !== ''}
      isBusy={isBusy}
      fault={fault && saidElsewhere(fault, [])}
      onSubmit={() => void give()}
      onClose={onClose}
      end={
        seen !== null && (
          <dl className={dialogs.becomes} aria-label={t('states.effect')}>
            {seen.effect.map(({ added, changed, customer, kept, off }) => [
              <dt key={customer.id}>{customer.name}</dt>,
              <dd key={`${customer.id} value`}>{t('states.given', { added, changed, kept, off })}</dd>,
            ])}
          </dl>
        )
      }
    >
      <div className={dialogs.form}>
        <NativeSelect
          label={t('columns.model')}
          value={modelId}
          onChange={(event) => {
            setSeen(null);
            setModelId(event.currentTarget.value);
          }}
          data={[
            { value: '', label: '' },
            ...(models?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
          required
        />
        <Checkbox
          label={t('fields.keepOwn')}
          description={t('hints.keepOwn')}
          checked={keepsOwn}
          onChange={(event) => {
            setSeen(null);
            setKeepsOwn(event.currentTarget.checked);
          }}
        />
        <ReasonField value={reason} onChange={setReason} error={errorOf('reason')} />
      </div>
    </DialogForm>
  );
}
