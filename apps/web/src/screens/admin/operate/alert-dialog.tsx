import { NativeSelect, Switch, TextInput } from '@mantine/core';
import {
  alertBounds,
  alertMetrics,
  alertVias,
  createAlertRule,
  updateAlertRule,
  type AlertRule,
} from '@suanpan/contract/endpoints/alert-rules';
import { queueNames } from '@suanpan/contract/endpoints/operate';
import { useState } from 'react';
import { CheckGroup } from '../../../kit/check-group.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import dialogs from '../../../parts/user/dialogs.module.css';

interface AlertDialogProps {
  readonly rule: AlertRule | null;
  /** As it is called in the reader's language. */
  readonly name: string;
  readonly contracts: readonly { readonly id: string; readonly name: string }[];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const draftOf = (rule: AlertRule | null, name: string) => ({
  name,
  metric: rule?.metric ?? 'success_rate',
  scope: rule?.scope ?? '',
  bound: rule?.bound ?? 'under',
  mark: rule?.mark ?? '',
  minOrders: String(rule?.min_orders ?? 20),
  windowMin: String(rule?.window_min ?? 30),
  coolDownMin: String(rule?.cool_down_min ?? 60),
  via: rule?.via ?? (['bell'] as AlertRule['via']),
  url: rule?.url ?? '',
  enabled: rule?.enabled ?? true,
});

const digits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 7);

/** A new rule, or one that is changed. */
export function AlertDialog({ rule, name, contracts, onDone, onClose }: AlertDialogProps) {
  const t = useWords('alerts');
  const operate = useWords('operate');
  const common = useWords('common');
  const [draft, setDraft] = useState(() => draftOf(rule, name));
  const change = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }));
  const isHook = draft.via.includes('webhook');
  const scopes = {
    success_rate: contracts.map(({ id, name: label }) => ({ value: id, label })),
    balance: contracts.map(({ id, name: label }) => ({ value: id, label })),
    feed_age: contracts.map(({ id, name: label }) => ({ value: id, label })),
    callback_backlog: [],
    unknown_payouts: [],
    queue_age: queueNames.map((value) => ({ value, label: operate(`queues.names.${value}`) })),
  }[draft.metric];
  return (
    <FormDialog
      title={t(rule === null ? 'add' : 'edit')}
      submitLabel={common('buttons.save')}
      isReady={draft.name.trim() !== '' && /^\d{1,12}(\.\d{1,6})?$/.test(draft.mark) && draft.via.length > 0}
      act={async (_form, once) => {
        const sent = {
          name: draft.name,
          metric: draft.metric,
          scope: draft.scope === '' ? null : draft.scope,
          bound: draft.bound,
          mark: draft.mark,
          // Not money: how many, and minutes.
          min_orders: Number(draft.minOrders),
          window_min: Number(draft.windowMin),
          cool_down_min: Number(draft.coolDownMin),
          via: draft.via,
          url: isHook ? draft.url : null,
          enabled: draft.enabled,
        };
        await (rule === null
          ? call(createAlertRule, sent, once)
          : call(updateAlertRule, { ...sent, id: rule.id, version: rule.version }));
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('fields.name')}
            value={draft.name}
            disabled={rule?.shipped !== null && rule !== null}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={errorOf('name')}
            required
          />
          <div className={dialogs.pair}>
            <NativeSelect
              label={t('fields.metric')}
              value={draft.metric}
              onChange={(event) =>
                change({
                  metric: alertMetrics.find((each) => each === event.currentTarget.value) ?? draft.metric,
                  scope: '',
                })
              }
              data={alertMetrics.map((each) => ({ value: each, label: t(`metrics.${each}`) }))}
            />
            {scopes.length > 0 && (
              <NativeSelect
                label={t('fields.scope')}
                value={draft.scope}
                onChange={(event) => change({ scope: event.currentTarget.value })}
                data={[{ value: '', label: t('everyOne') }, ...scopes]}
                error={errorOf('scope')}
              />
            )}
          </div>
          <div className={dialogs.pair}>
            <NativeSelect
              label={t('fields.bound')}
              value={draft.bound}
              onChange={(event) =>
                change({
                  bound: alertBounds.find((each) => each === event.currentTarget.value) ?? draft.bound,
                })
              }
              data={alertBounds.map((each) => ({ value: each, label: t(`bounds.${each}`) }))}
            />
            <TextInput
              label={t('fields.mark', { unit: t(`units.${draft.metric}`) })}
              value={draft.mark}
              onChange={(event) => change({ mark: event.currentTarget.value })}
              inputMode="decimal"
              error={errorOf('mark')}
              required
            />
          </div>
          <div className={dialogs.pair}>
            {(['minOrders', 'windowMin', 'coolDownMin'] as const).map((key) => (
              <TextInput
                key={key}
                label={t(`fields.${key}`)}
                value={draft[key]}
                onChange={(event) => change({ [key]: digits(event.currentTarget.value) })}
                inputMode="numeric"
                error={errorOf(
                  { minOrders: 'min_orders', windowMin: 'window_min', coolDownMin: 'cool_down_min' }[key],
                )}
              />
            ))}
          </div>
          <CheckGroup
            label={t('fields.via')}
            choices={alertVias}
            wordOf={(via) => t(`via.${via}`)}
            value={draft.via}
            onChange={(via) => change({ via })}
          />
          {isHook && (
            <TextInput
              label={t('fields.url')}
              value={draft.url}
              onChange={(event) => change({ url: event.currentTarget.value })}
              error={errorOf('url')}
              required
            />
          )}
          <Switch
            label={t('fields.enabled')}
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
        </>
      )}
    </FormDialog>
  );
}
