import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { InputOf } from '@suanpan/contract/endpoint';
import { payoutSetting, updatePayoutSetting, velocities } from '@suanpan/contract/endpoints/payout-setting';
import type { PayoutRules, PayoutSetting, ruleNames } from '@suanpan/contract/endpoints/payout-setting';
import { display2 } from '@suanpan/money/display';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { saidElsewhere } from '../../../lib/call-fault.ts';
import { useMay } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './setting.module.css';

type RuleName = (typeof ruleNames)[number];
/** A rule that is typed; `dispatch` is chosen and `manual_from` has no origin of its own. */
type TypedRule = Exclude<RuleName, 'dispatch'> | 'manual_from';

const limits = ['min', 'max', 'daily_amount', 'daily_count'] as const;
const usage = ['card_daily_count', 'card_daily_amount'] as const;
const velocityNames = ['payee_hour', 'payee_day', 'user_hour', 'key_hour', 'merchant_hour'] as const;
const typedRules: readonly TypedRule[] = [...limits, ...usage, 'manual_from', ...velocityNames];
const counts: ReadonlySet<TypedRule> = new Set([
  'daily_count',
  'card_daily_count',
  'payee_hour',
  'user_hour',
  'key_hour',
  'merchant_hour',
]);

const isVelocity = (name: TypedRule): name is keyof typeof velocities => Object.hasOwn(velocities, name);

/** The value of a rule as it is typed: empty is inherited. */
function textOf(rules: PayoutRules, name: TypedRule): string {
  const value = valueOf(rules, name);
  return value === null ? '' : typeof value === 'number' ? String(value) : value.replace(/\.?0+$/, '');
}

function valueOf(rules: PayoutRules, name: TypedRule): string | number | null {
  if (!isVelocity(name)) return rules[name];
  const { by, per, sets } = velocities[name];
  return rules.velocity.find((each) => each.by === by && each.per === per)?.[sets] ?? null;
}

/** Limits, dispatch and velocity; what is left empty is inherited, and what holds then stands beside it. */
export function RulesForm({ setting, userId }: { setting: PayoutSetting; userId: string | undefined }) {
  const t = useWords('payment');
  const common = useWords('common');
  const may = useMay();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(typedRules.map((name) => [name, textOf(setting.own, name)])),
  );
  const [dispatch, setDispatch] = useState<'auto' | 'manual' | ''>(setting.own.dispatch ?? '');
  const { errorOf, fault, isBusy, send } = useSending();
  const isOpen = may('payment.setting.update');
  const isHouse = setting.user === null;
  const zero = common('hints.zeroNoLimit');

  const says = (value: string | number | null): string =>
    value === null || Number(value) === 0
      ? t('setting.none')
      : typeof value === 'number'
        ? String(value)
        : display2(value);
  const hintOf = (name: TypedRule): string => {
    const origin = setting.inherited_from[name === 'manual_from' ? 'dispatch' : name];
    const held = valueOf(setting.effective, name);
    if (draft[name] !== '' || origin === null) return zero;
    return `${t('setting.from', { name: origin.name, value: says(held) })} · ${zero}`;
  };
  const { dispatch: dispatchFrom } = setting.inherited_from;
  const dispatchHint =
    dispatch === '' && dispatchFrom !== null
      ? t('setting.from', {
          name: dispatchFrom.name,
          value: t(`setting.${setting.effective.dispatch ?? 'auto'}`),
        })
      : t(`setting.${dispatch === 'manual' ? 'manual' : 'auto'}Hint`);
  const field = (name: TypedRule) => (
    <TextInput
      key={name}
      label={t(`setting.${name}`)}
      description={hintOf(name)}
      value={draft[name] ?? ''}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(counts.has(name) ? /\D/g : /[^\d.]/g, '');
        setDraft((before) => ({ ...before, [name]: text }));
      }}
      error={errorOf(name)}
      disabled={!isOpen || (name === 'manual_from' && dispatch === 'manual')}
      inputMode="decimal"
      autoComplete="off"
      required={isHouse}
    />
  );
  const count = (name: TypedRule): number | null => {
    const text = (draft[name] ?? '').trim();
    return text === '' ? null : Number(text);
  };
  const amount = (name: TypedRule): string | null => (draft[name] ?? '').trim() || null;

  const save = async (): Promise<void> => {
    const asked: InputOf<typeof updatePayoutSetting> = {
      ...(userId !== undefined && { user_id: userId }),
      currency: setting.currency,
      version: setting.version,
      min: amount('min'),
      max: amount('max'),
      daily_amount: amount('daily_amount'),
      daily_count: count('daily_count'),
      card_daily_count: count('card_daily_count'),
      card_daily_amount: amount('card_daily_amount'),
      dispatch: dispatch === '' ? null : dispatch,
      manual_from: dispatch === 'manual' ? null : amount('manual_from'),
      velocity: velocityNames.map((name) => {
        const { by, per, sets } = velocities[name];
        return {
          by,
          per,
          count: sets === 'count' ? count(name) : null,
          amount: sets === 'amount' ? amount(name) : null,
          factor: sets === 'factor' ? count(name) : null,
        };
      }),
    };
    await call(updatePayoutSetting, asked);
    toasts.emit({ tone: 'ok', title: t('setting.saved') });
    await client.invalidateQueries({ queryKey: [payoutSetting.path] });
  };
  const elsewhere = fault && saidElsewhere(fault, typedRules);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send(save);
      }}
    >
      <fieldset className={styles.part}>
        <legend>{t('setting.limits')}</legend>
        <div className={styles.fields}>{limits.map(field)}</div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('setting.usage')}</legend>
        <div className={styles.fields}>{usage.map(field)}</div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('setting.dispatching')}</legend>
        <div className={styles.fields}>
          <NativeSelect
            label={t('setting.dispatch')}
            description={dispatchHint}
            value={dispatch}
            onChange={({ currentTarget: { value } }) =>
              setDispatch(value === 'auto' || value === 'manual' ? value : '')
            }
            disabled={!isOpen}
            data={[
              ...(isHouse ? [] : [{ value: '', label: t('setting.inherit') }]),
              { value: 'auto', label: t('setting.auto') },
              { value: 'manual', label: t('setting.manual') },
            ]}
          />
          {field('manual_from')}
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('setting.velocity')}</legend>
        <p className={styles.quiet}>{t('setting.velocityHint')}</p>
        <div className={styles.fields}>{velocityNames.map(field)}</div>
      </fieldset>
      {elsewhere !== null && (
        <p role="alert" className={styles.fault}>
          {elsewhere}
        </p>
      )}
      {isOpen && (
        <div>
          <Button type="submit" loading={isBusy}>
            {common('buttons.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
