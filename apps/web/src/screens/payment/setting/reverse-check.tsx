import { Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import {
  auditSetting,
  checkedPayments,
  testAuditSetting,
  updateAuditSetting,
} from '@suanpan/contract/endpoints/payout-setting';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckGroup } from '../../../kit/check-group.tsx';
import { ReasonField } from '../../../kit/reason-field.tsx';
import { call } from '../../../lib/api.ts';
import { saidElsewhere } from '../../../lib/call-fault.ts';
import { fieldText } from '../../../lib/form-field.ts';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from './setting.module.css';

/** The merchant's own server that confirms his payouts; it can be told apart from nothing, and called for a test. */
export function ReverseCheck({ userId }: { userId: string | undefined }) {
  const t = useWords('payment');
  const { data, error } = useQuery({
    queryKey: [auditSetting.path, userId],
    queryFn: ({ signal }) => call(auditSetting, { user_id: userId ?? '' }, { signal }),
    enabled: userId !== undefined,
    retry: false,
  });
  return (
    <section className={styles.form} aria-label={t('setting.check')}>
      {data === undefined || error !== null ? (
        <fieldset className={styles.part}>
          <legend>{t('setting.check')}</legend>
          <p className={styles.quiet}>{t('setting.checkFor')}</p>
        </fieldset>
      ) : (
        <CheckForm key={data.version} check={data} />
      )}
    </section>
  );
}

function CheckForm({ check }: { check: OutputOf<typeof auditSetting> }) {
  const t = useWords('payment');
  const common = useWords('common');
  const may = useMay();
  const client = useQueryClient();
  const [isEnabled, setEnabled] = useState(check.version === 0 || check.enabled);
  const [url, setUrl] = useState(check.url);
  const [applies, setApplies] = useState<readonly (typeof checkedPayments)[number][]>(check.applies);
  const [tested, setTested] = useState<OutputOf<typeof testAuditSetting> | null>(null);
  const { errorOf, fault, isBusy, send } = useSending();
  const told = useToldSubmission();
  const [reason, setReason] = useState('');
  const isOpen = may('payment.setting.update');
  const elsewhere = fault && saidElsewhere(fault, ['url', 'key', 'applies', 'reason']);

  const save = async (form: HTMLFormElement): Promise<void> => {
    const key = fieldText(new FormData(form), 'key');
    const answer = await call(updateAuditSetting, {
      user_id: check.user.id,
      enabled: isEnabled,
      url: url.trim(),
      applies: [...applies],
      version: check.version,
      ...(key !== '' && { key }),
      reason: reason.trim(),
    });
    told(answer, t('setting.checkSaved'), check.user.name);
    setReason('');
    await client.invalidateQueries({ queryKey: [auditSetting.path] });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (!isBusy) void send(() => save(form));
      }}
    >
      <fieldset className={styles.part}>
        <legend>{t('setting.check')}</legend>
        <p className={styles.quiet}>{t('setting.checkHint')}</p>
        <div className={styles.fields}>
          <TextInput
            label={t('setting.url')}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={errorOf('url')}
            disabled={!isOpen}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <PasswordInput
            name="key"
            label={t('setting.key')}
            description={
              check.key_set_at === null
                ? t('setting.keyHint')
                : `${t('setting.keySet', { time: showInstant(check.key_set_at) })} · ${t('setting.keyHint')}`
            }
            error={errorOf('key')}
            disabled={!isOpen}
            autoComplete="off"
          />
          <CheckGroup
            label={t('setting.applies')}
            choices={checkedPayments}
            wordOf={(each) => t(`setting.${each}`)}
            value={applies}
            onChange={setApplies}
            error={errorOf('applies')}
            disabled={!isOpen}
          />
        </div>
      </fieldset>
      <Switch
        label={t('setting.enabled')}
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
        disabled={!isOpen}
      />
      {isOpen && (
        <ReasonField
          description={t('setting.checkWaits')}
          minRows={1}
          value={reason}
          onChange={setReason}
          error={errorOf('reason')}
        />
      )}
      {elsewhere !== null && (
        <p role="alert" className={styles.fault}>
          {elsewhere}
        </p>
      )}
      {isOpen && (
        <div className={styles.line}>
          <Button type="submit" loading={isBusy}>
            {common('buttons.save')}
          </Button>
          {check.version > 0 && (
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() =>
                void send(async () => setTested(await call(testAuditSetting, { user_id: check.user.id })))
              }
            >
              {t('setting.test')}
            </Button>
          )}
          {tested !== null && <span role="status">{t('setting.took', { ...tested })}</span>}
        </div>
      )}
    </form>
  );
}
