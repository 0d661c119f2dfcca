import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  getCollectionSetting,
  updateCollectionSetting,
  type CollectionSetting,
} from '@suanpan/contract/endpoints/collection-setting';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { CallFault, saidOf } from '../../../lib/call-fault.ts';
import { useMay } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { draftOf, numberOf, numbersOf, plainAmount, truthOf, type SettingDraft } from './draft.ts';
import styles from './setting.module.css';

interface Field {
  readonly own: unknown;
  readonly effective: unknown;
  readonly inherited_from: { readonly id: string; readonly name: string } | null;
}

/** Every rule with what holds now and from whom; an empty field takes over the rule above it. */
export function SettingForm({ setting }: { readonly setting: CollectionSetting }) {
  const t = useWords('collectionSetting');
  const may = useMay();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(setting));
  const change = (part: Partial<SettingDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const save = useMutation({
    mutationFn: () =>
      call(updateCollectionSetting, {
        ...(setting.user !== null && { user_id: setting.user.id }),
        v: setting.v,
        expires_in_s: numberOf(draft.expires),
        same_name: { minutes: numberOf(draft.minutes), count: numberOf(draft.count) },
        late_payment: draft.late === '' ? null : draft.late,
        callback: { delays_s: numbersOf(draft.delays), hold_after_8h: truthOf(draft.hold) },
        ring_new_orders: truthOf(draft.ring),
        tolerance: draft.tolerance.trim() === '' ? null : draft.tolerance.trim(),
      }),
    async onSuccess() {
      toasts.emit({ tone: 'ok', title: t('saved') });
      await client.invalidateQueries({ queryKey: [getCollectionSetting.path] });
    },
    meta: { handlesFault: true },
  });
  const fault = save.error instanceof CallFault ? save.error : null;
  const errorOf = (field: string): string | undefined => (fault ? saidOf(fault, field) : undefined);
  const isOpen = may('collections.setting.update');
  const said = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'choices.yes' : 'choices.no');
    if (value === 'credit' || value === 'abnormal' || value === 'channel') return t(`choices.${value}`);
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  /** What holds while the field is empty, and from whom. */
  const below = ({ effective, inherited_from: from, own }: Field): string => {
    const value = said(effective);
    if (own !== null) return t('effective', { value });
    return from === null
      ? t('product', { value })
      : t('inherited', { name: from.id === '0' ? t('platform') : from.name, value });
  };
  const text = (
    name: 'expires' | 'minutes' | 'count' | 'delays',
    label: string,
    key: string,
    field: Field,
  ) => (
    <TextInput
      label={label}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value.replace(/[^\d, ]/g, '') })}
      description={below(field)}
      error={errorOf(key)}
      disabled={!isOpen}
      inputMode="numeric"
      autoComplete="off"
    />
  );
  const truth = (name: 'hold' | 'ring', label: string, field: Field) => (
    <NativeSelect
      label={label}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value as SettingDraft['hold'] })}
      description={below(field)}
      disabled={!isOpen}
      data={[
        { value: '', label: t('choices.inherit') },
        { value: 'yes', label: t('choices.yes') },
        { value: 'no', label: t('choices.no') },
      ]}
    />
  );
  const { callback, same_name: sameName } = setting;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <h2>{setting.user === null ? t('platform') : `${setting.user.name} · ${setting.user.id}`}</h2>
      <p className={styles.quiet}>{t('hints.inherit')}</p>
      {text(
        'expires',
        `${t('fields.expires')} · ${t('hints.expires')}`,
        'expires_in_s',
        setting.expires_in_s,
      )}
      <div className={styles.pair}>
        {text('minutes', t('fields.sameNameMinutes'), 'same_name.minutes', sameName.minutes)}
        {text('count', t('fields.sameNameCount'), 'same_name.count', sameName.count)}
      </div>
      <p className={styles.quiet}>{t('hints.sameName')}</p>
      <NativeSelect
        label={t('fields.latePayment')}
        value={draft.late}
        onChange={(event) => change({ late: event.currentTarget.value as SettingDraft['late'] })}
        description={`${below(setting.late_payment)} · ${t('hints.late')}`}
        disabled={!isOpen}
        data={[
          { value: '', label: t('choices.inherit') },
          { value: 'credit', label: t('choices.credit') },
          { value: 'abnormal', label: t('choices.abnormal') },
        ]}
      />
      <TextInput
        label={t('fields.tolerance')}
        value={draft.tolerance}
        onChange={(event) => change({ tolerance: event.currentTarget.value.replace(/[^\d.]/g, '') })}
        description={below({ ...setting.tolerance, effective: plainAmount(setting.tolerance.effective) })}
        error={errorOf('tolerance')}
        disabled={!isOpen}
        inputMode="decimal"
        autoComplete="off"
      />
      <p className={styles.quiet}>{t('hints.tolerance')}</p>
      {text('delays', t('fields.delays'), 'callback.delays_s', callback.delays_s)}
      <p className={styles.quiet}>{t('hints.delays')}</p>
      {truth('hold', t('fields.hold'), callback.hold_after_8h)}
      {truth('ring', t('fields.ring'), setting.ring_new_orders)}
      {fault !== null && Object.keys(fault.fields).length === 0 && <p role="alert">{fault.message}</p>}
      {isOpen && (
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      )}
    </form>
  );
}
