import { NativeSelect, TextInput, Button } from '@mantine/core';
import { trialForms, trialTypes, tryCallback } from '@suanpan/contract/endpoints/callback-trial';
import type { TrialForm, TrialType } from '@suanpan/contract/endpoints/callback-trial';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Fault } from '../../../kit/fault.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { RawText } from '../../../parts/raw-text.tsx';
import styles from './api-file.module.css';

/** Sends the merchant a callback as ours are, and shows both sides of it. */
export function CallbackTrial() {
  const t = useWords('apiFile');
  const statuses = useWords('statuses');
  const may = useMay();
  const [type, setType] = useState<TrialType>('collection.succeeded');
  const [form, setForm] = useState<TrialForm>('v2');
  const [url, setUrl] = useState('');
  const trial = useMutation({
    mutationFn: () => call(tryCallback, { type, form, ...(url !== '' && { url }) }),
  });
  const { data, error } = trial;
  return (
    <section aria-label={t('callback.title')}>
      <h2>{t('callback.title')}</h2>
      <p className={styles.quiet}>{may('apiFile.simulate') ? t('callback.hint') : t('callback.noRight')}</p>
      {may('apiFile.simulate') && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            trial.mutate();
          }}
        >
          <NativeSelect
            label={t('callback.type')}
            value={type}
            data={form === 'epay' ? ['collection.succeeded'] : [...trialTypes]}
            onChange={(event) => setType(event.currentTarget.value as TrialType)}
          />
          <NativeSelect
            label={t('callback.form')}
            value={form}
            data={trialForms.map((value) => ({ value, label: t(`callback.forms.${value}`) }))}
            onChange={(event) => {
              const next = event.currentTarget.value as TrialForm;
              setForm(next);
              // Plugins of shops hear of nothing else.
              if (next === 'epay') setType('collection.succeeded');
            }}
          />
          <TextInput
            label={t('callback.url')}
            value={url}
            spellCheck={false}
            error={error instanceof CallFault ? error.fields['url']?.[0] : undefined}
            onChange={(event) => setUrl(event.currentTarget.value.trim())}
          />
          <div>
            <Button type="submit" loading={trial.isPending}>
              {t('callback.send')}
            </Button>
          </div>
        </form>
      )}
      {error instanceof CallFault && <Fault fault={error} />}
      {data && (
        <div aria-live="polite">
          <div className={styles.line}>
            <StatusTag
              tone={data.answer.acknowledged ? 'ok' : 'fail'}
              label={data.answer.acknowledged ? t('callback.acknowledged') : t('callback.refused')}
            />
            {data.answer.http_status !== null && (
              <span className="num">
                {t('callback.status', { status: data.answer.http_status, ms: data.answer.latency_ms })}
              </span>
            )}
            {data.answer.result !== null && <span>{statuses(`callbackResult.${data.answer.result}`)}</span>}
          </div>
          <RawText
            label={t('callback.request')}
            text={[
              `${data.request.method} ${data.request.url}`,
              ...Object.entries(data.request.headers).map(([name, value]) => `${name}: ${value}`),
              '',
              data.request.body,
            ].join('\n')}
          />
          <RawText label={t('callback.answer')} text={data.answer.body} />
        </div>
      )}
    </section>
  );
}
