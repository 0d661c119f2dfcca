import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useWords } from '../../lib/use-words.ts';
import styles from '../user/dialogs.module.css';
import { windowsOfText } from '../withdrawal/rule-texts.ts';
import type { FeeTexts, MethodTexts, PriceTexts } from './method-texts.ts';

type ErrorOf = (field: string) => string | undefined;

interface MethodFieldsProps {
  readonly texts: MethodTexts;
  readonly onChange: (texts: MethodTexts) => void;
  readonly errorOf: ErrorOf;
}

/** How often a channel is drawn, and within which limits and hours. */
export function MethodFields({ texts, onChange, errorOf }: MethodFieldsProps) {
  const t = useWords('merchantChannels');
  const common = useWords('common');
  const errors = useWords('errors');
  const text = (
    key: Exclude<keyof MethodTexts, 'polling' | 'windows'>,
    field: string,
    description?: string,
  ) => (
    <TextInput
      label={t(`fields.${key}`)}
      {...(description !== undefined && { description })}
      value={texts[key]}
      onChange={(event) => onChange({ ...texts, [key]: event.currentTarget.value })}
      error={errorOf(field)}
      autoComplete="off"
      spellCheck={false}
    />
  );
  return (
    <>
      <div className={styles.pair}>
        {text('alias', 'alias')}
        {text('weight', 'weight', t('hints.weight'))}
        {text('priority', 'priority', t('hints.priority'))}
        {text('balanceLimit', 'balance_limit', common('hints.balanceUnset'))}
        {text('min', 'min_amount', common('hints.zeroNoLimit'))}
        {text('max', 'max_amount', common('hints.zeroNoLimit'))}
        {text('dailyAmount', 'daily_amount', common('hints.zeroNoLimit'))}
        {text('dailyCount', 'daily_count', common('hints.zeroNoLimit'))}
      </div>
      <Textarea
        label={t('fields.windows')}
        description={`${common('hints.windowUnset')} · ${t('hints.windows')}`}
        value={texts.windows}
        onChange={(event) => onChange({ ...texts, windows: event.currentTarget.value })}
        error={windowsOfText(texts.windows) === null ? errors('wrongHourRange') : errorOf('windows')}
        autosize
        minRows={1}
        maxRows={6}
      />
      <Checkbox
        label={t('fields.polling')}
        description={t('hints.polling')}
        checked={texts.polling}
        onChange={(event) => onChange({ ...texts, polling: event.currentTarget.checked })}
      />
    </>
  );
}

interface FeeFieldsProps {
  readonly fees: FeeTexts;
  readonly onChange: (fees: FeeTexts) => void;
  readonly errorOf: ErrorOf;
}

/** What the merchant pays, and what of it the general agent and the middleman have. */
export function FeeFields({ fees, onChange, errorOf }: FeeFieldsProps) {
  const t = useWords('merchantChannels');
  const price = (key: keyof FeeTexts, part: keyof PriceTexts, label: string) => (
    <TextInput
      label={label}
      value={fees[key][part]}
      onChange={(event) => onChange({ ...fees, [key]: { ...fees[key], [part]: event.currentTarget.value } })}
      error={errorOf(`${fieldOf[key]}.${part === 'pct' ? 'pct' : 'per_item'}`)}
      inputMode="decimal"
      autoComplete="off"
      required={key === 'merchant' && part === 'pct'}
    />
  );
  return (
    <div className={styles.pair}>
      {price('merchant', 'pct', `${t('fields.merchantFee')} %`)}
      {price('merchant', 'perItem', `${t('fields.merchantFee')} · ${t('fields.perItem')}`)}
      {price('subAgent', 'pct', `${t('fields.subAgentFee')} %`)}
      {price('subAgent', 'perItem', `${t('fields.subAgentFee')} · ${t('fields.perItem')}`)}
      {price('middleman', 'pct', `${t('fields.middlemanFee')} %`)}
      {price('middleman', 'perItem', `${t('fields.middlemanFee')} · ${t('fields.perItem')}`)}
    </div>
  );
}

const fieldOf = {
  merchant: 'merchant_fee',
  subAgent: 'sub_agent_fee',
  middleman: 'middleman_fee',
} as const;
