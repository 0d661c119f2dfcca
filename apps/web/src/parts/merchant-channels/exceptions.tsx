import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ExceptionRule, MerchantRow } from '@suanpan/contract/endpoints/merchant-channels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { firstWrong } from '../../kit/first-wrong.ts';
import { MomentField } from '../../kit/moment-field.tsx';
import { call } from '../../lib/api.ts';
import { CallFault, saidElsewhere } from '../../lib/call-fault.ts';
import { toasts } from '../../lib/toast.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import dialogs from '../user/dialogs.module.css';
import { trimmed, windowsOfText } from '../withdrawal/rule-texts.ts';
import { merchantCalls } from './calls.ts';
import type { Direction } from './calls.ts';
import { hoursToText } from './method-texts.ts';
import styles from './merchant-channels.module.css';

/** A rule as a person types it; what stays empty asks nothing. */
interface RuleTexts {
  readonly key: string;
  readonly act: 'force' | 'exclude';
  readonly channelId: string;
  readonly min: string;
  readonly max: string;
  readonly payer: string;
  readonly window: string;
  readonly until: string;
  readonly note: string;
}

/** The platform's own zone, whatever the browser's. */
const localOf = (instant: string | undefined): string =>
  instant === undefined ? '' : new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16);

const textsOf = (rule: ExceptionRule): RuleTexts => ({
  key: crypto.randomUUID(),
  act: rule.then,
  channelId: rule.channel_id,
  min: trimmed(rule.if.amount_min ?? null),
  max: trimmed(rule.if.amount_max ?? null),
  payer: rule.if.payer ?? '',
  window: rule.if.window === undefined ? '' : hoursToText([rule.if.window]),
  until: localOf(rule.until),
  note: rule.note,
});

interface ExceptionsProps {
  readonly direction: Direction;
  readonly merchant: MerchantRow;
}

/** Rules that overrule the polling of one merchant: the first that fits an order decides. */
export function Exceptions({ direction, merchant }: ExceptionsProps) {
  const t = useWords('merchantChannels');
  const { exceptions } = merchantCalls[direction];
  const { id } = merchant.customer;
  const { data, error, refetch } = useQuery({
    queryKey: [exceptions.path, id],
    queryFn: ({ signal }) => call(exceptions, { id }, { signal }),
  });
  if (error && !data) return <Fault fault={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (merchant.customer_methods.length === 0) return <EmptyState kind="none" text={t('states.noChannels')} />;
  return <Rules key={data.v} direction={direction} merchant={merchant} rules={data.items} version={data.v} />;
}

interface RulesProps extends ExceptionsProps {
  readonly rules: readonly ExceptionRule[];
  readonly version: number;
}

function Rules({ direction, merchant, rules, version }: RulesProps) {
  const t = useWords('merchantChannels');
  const errors = useWords('errors');
  const client = useQueryClient();
  const calls = merchantCalls[direction];
  const { id } = merchant.customer;
  const [lines, setLines] = useState<readonly RuleTexts[]>(() => rules.map(textsOf));
  const { isBusy, fault, errorOf, send } = useSending();
  const channels = [
    ...new Map(merchant.customer_methods.map((row) => [row.channel_id, row.name] as const)),
  ].map(([value, label]) => ({ value, label }));
  const change = (place: number, part: Partial<RuleTexts>): void =>
    setLines(lines.map((line, at) => (at === place ? { ...line, ...part } : line)));
  const move = (place: number, by: -1 | 1): void => {
    const next = [...lines];
    const [line] = next.splice(place, 1);
    if (line) next.splice(place + by, 0, line);
    setLines(next);
  };
  const isWrong = lines.some(({ window }) => windowOf(window) === null);
  const list = useRef<HTMLOListElement>(null);
  const save = async (): Promise<void> => {
    // A moment that cannot be read stands in its field alone: what was there before it is not saved in its place.
    const wrong = list.current === null ? undefined : firstWrong(list.current);
    if (wrong !== undefined) return wrong.focus();
    const items = lines.map((line, place) => {
      const window = windowOf(line.window);
      return {
        n: place + 1,
        if: {
          ...(line.min.trim() !== '' && { amount_min: line.min.trim() }),
          ...(line.max.trim() !== '' && { amount_max: line.max.trim() }),
          ...(line.payer.trim() !== '' && { payer: line.payer.trim() }),
          ...(window && { window }),
        },
        then: line.act,
        channel_id: line.channelId,
        ...(line.until !== '' && { until: `${line.until}:00+08:00` }),
        note: line.note.trim(),
      };
    });
    await send(async () => {
      const saved = await call(calls.setExceptions, { id, v: version, items });
      client.setQueryData([calls.exceptions.path, id], saved);
      toasts.emit({ tone: 'ok', title: t('states.saved'), text: merchant.customer.name });
    });
  };
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.note}>{t('hints.exceptions')}</p>
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            setLines([
              ...lines,
              {
                key: crypto.randomUUID(),
                act: 'force',
                channelId: channels[0]?.value ?? '',
                min: '',
                max: '',
                payer: '',
                window: '',
                until: '',
                note: '',
              },
            ])
          }
        >
          {t('acts.addRule')}
        </Button>
      </div>
      {lines.length === 0 && <EmptyState kind="none" text={t('states.noRules')} />}
      <ol className={styles.list} ref={list}>
        {lines.map((line, place) => {
          const text = (
            key: 'min' | 'max' | 'payer' | 'window' | 'note',
            label: string,
            said?: string,
            description?: string,
          ) => (
            <TextInput
              label={label}
              {...(description !== undefined && { description })}
              value={line[key]}
              onChange={(event) => change(place, { [key]: event.currentTarget.value })}
              error={said ?? errorOf(`items.${place}.${fieldOf[key]}`)}
              autoComplete="off"
            />
          );
          return (
            <li key={line.key} aria-label={t('states.rule', { n: String(place + 1) })}>
              <header className={styles.head}>
                <h4>{t('states.rule', { n: String(place + 1) })}</h4>
                <Button size="xs" variant="subtle" disabled={place === 0} onClick={() => move(place, -1)}>
                  {t('acts.up')}
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  disabled={place === lines.length - 1}
                  onClick={() => move(place, 1)}
                >
                  {t('acts.down')}
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  onClick={() => setLines(lines.filter((_, at) => at !== place))}
                >
                  {t('acts.dropRule')}
                </Button>
              </header>
              <div className={dialogs.pair}>
                {text('min', t('fields.amountMin'))}
                {text('max', t('fields.amountMax'))}
                {text('payer', t(direction === 'collection' ? 'fields.payer' : 'fields.payee'))}
                {text(
                  'window',
                  t('fields.windows'),
                  windowOf(line.window) === null ? errors('wrongHourRange') : undefined,
                  t('hints.windows'),
                )}
                <NativeSelect
                  label={t('fields.ruleAct')}
                  value={line.act}
                  onChange={(event) =>
                    change(place, { act: event.currentTarget.value === 'force' ? 'force' : 'exclude' })
                  }
                  data={(['force', 'exclude'] as const).map((value) => ({
                    value,
                    label: t(`rules.${value}`),
                  }))}
                />
                <NativeSelect
                  label={t('fields.channel')}
                  value={line.channelId}
                  onChange={(event) => change(place, { channelId: event.currentTarget.value })}
                  data={channels}
                />
                <MomentField
                  label={t('fields.until')}
                  value={line.until}
                  onChange={(moment) => change(place, { until: moment })}
                />
                {text('note', t('fields.note'))}
              </div>
            </li>
          );
        })}
      </ol>
      <div className={styles.bar}>
        <p role="alert" className={styles.note}>
          {fault instanceof CallFault ? saidElsewhere(fault, []) : ''}
        </p>
        <Button loading={isBusy} disabled={isWrong} onClick={() => void save()}>
          {t('acts.save')}
        </Button>
      </div>
    </>
  );
}

const fieldOf = {
  min: 'if.amount_min',
  max: 'if.amount_max',
  payer: 'if.payer',
  window: 'if.window',
  note: 'note',
} as const;

/** The hours of a rule; undefined for none, null for what are no hours. */
function windowOf(text: string) {
  const windows = windowsOfText(text);
  if (windows === null || windows.length > 1) return null;
  return windows[0];
}
