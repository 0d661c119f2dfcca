import { Button, TextInput } from '@mantine/core';
import type { ChannelModelRow } from '@suanpan/contract/endpoints/channel-models';
import { useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { call } from '../../lib/api.ts';
import { agentNames } from '../../lib/names.ts';
import { useSelf } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import dialogs from '../user/dialogs.module.css';
import { modelCalls } from './calls.ts';
import type { Direction } from './calls.ts';
import { FeeFields, MethodFields } from './method-fields.tsx';
import { feesOfItem, newMethod, noFees, pricesOf, textsOfItem, valuesOf } from './method-texts.ts';
import type { FeeTexts, MethodTexts } from './method-texts.ts';
import styles from './merchant-channels.module.css';

interface ItemTexts {
  readonly key: string;
  readonly channelId: string | null;
  readonly texts: MethodTexts;
  readonly fees: FeeTexts;
}

const newItem = (): ItemTexts => ({
  key: crypto.randomUUID(),
  channelId: '',
  texts: newMethod,
  fees: noFees,
});

interface ModelDialogProps {
  readonly direction: Direction;
  /** Null makes a new one. */
  readonly model: ChannelModelRow | null;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** A template: which channels a merchant has, how often each is drawn, within which limits and at which price. */
export function ModelDialog({ direction, model, onDone, onClose }: ModelDialogProps) {
  const t = useWords('merchantChannels');
  const calls = modelCalls[direction];
  const isPlatform = useSelf().agent_id === undefined;
  const [name, setName] = useState(model?.name ?? '');
  const [agentId, setAgentId] = useState<string | null>('');
  const [items, setItems] = useState<readonly ItemTexts[]>(
    () =>
      model?.items.map((item) => ({
        key: crypto.randomUUID(),
        channelId: item.channel_id,
        texts: textsOfItem(item),
        fees: feesOfItem(item),
      })) ?? [newItem()],
  );
  const change = (place: number, part: Partial<ItemTexts>): void =>
    setItems(items.map((item, at) => (at === place ? { ...item, ...part } : item)));
  const sent = items.map(({ channelId, fees, texts }) => {
    const values = valuesOf(texts);
    const isWhole = values !== null && values.alias !== '' && channelId && fees.merchant.pct.trim() !== '';
    return isWhole ? { ...values, channel_id: channelId, fees: pricesOf(fees) } : null;
  });
  return (
    <FormDialog
      title={model === null ? t('acts.addModel') : `${t('acts.update')} · ${model.name}`}
      submitLabel={t('acts.save')}
      hint={t('hints.model')}
      size={640}
      isReady={name.trim() !== '' && items.length > 0 && sent.every((item) => item !== null)}
      act={async () => {
        const wanted = { name: name.trim(), items: sent.flatMap((item) => (item === null ? [] : [item])) };
        if (model === null) await call(calls.add, { ...wanted, ...(agentId && { agent_id: agentId }) });
        else await call(calls.update, { ...wanted, id: model.id, v: model.v });
        toasts.emit({ tone: 'ok', title: t('states.saved'), text: name });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <div className={dialogs.form}>
          <TextInput
            label={t('columns.model')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errorOf('name')}
            maxLength={64}
            autoComplete="off"
            required
            data-autofocus
          />
          {isPlatform && model === null && (
            <PickInput label={t('fields.modelAgent')} source={agentNames} onPick={setAgentId} />
          )}
          {items.map((item, place) => {
            const at = (field: string) => errorOf(`items.${place}.${field}`);
            return (
              <section
                key={item.key}
                className={styles.item}
                aria-label={`${t('fields.channel')} ${place + 1}`}
              >
                <header className={styles.head}>
                  <h4>
                    {t('fields.channel')} {place + 1}
                  </h4>
                  {items.length > 1 && (
                    <Button
                      size="xs"
                      variant="subtle"
                      color="red"
                      onClick={() => setItems(items.filter((_, other) => other !== place))}
                    >
                      {t('acts.delete')}
                    </Button>
                  )}
                </header>
                <PickInput
                  label={t('fields.channel')}
                  source={calls.channels}
                  initial={item.channelId ?? ''}
                  onPick={(channelId) => change(place, { channelId })}
                  required
                />
                <MethodFields
                  texts={item.texts}
                  onChange={(texts) => change(place, { texts })}
                  errorOf={(field) =>
                    at(['alias', 'weight', 'priority'].includes(field) ? field : `limits.${field}`)
                  }
                />
                <FeeFields
                  fees={item.fees}
                  onChange={(fees) => change(place, { fees })}
                  errorOf={(field) => at(field.replace(/^(\w+)_fee/, 'fees.$1'))}
                />
              </section>
            );
          })}
          <Button variant="default" onClick={() => setItems([...items, newItem()])}>
            {t('acts.add')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
