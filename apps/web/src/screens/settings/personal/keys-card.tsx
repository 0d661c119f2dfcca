import { Button } from '@mantine/core';
import { apiKeys } from '@suanpan/contract/endpoints/api-keys';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Card, CardRow } from './card.tsx';
import type { AskedKeyAct } from './key-acts.tsx';
import { KeyLine } from './key-line.tsx';
import { personalKeys } from './personal-keys.ts';
import styles from './personal.module.css';
import type { TellOnce } from './told-secret.tsx';

const KeyActs = lazy(async () => ({ default: (await import('./key-acts.tsx')).KeyActs }));
const ToldSecret = lazy(async () => ({ default: (await import('./told-secret.tsx')).ToldSecret }));

/** A merchant's keys and the secret of his callbacks. What is secret is shown once, when it is made. */
export function KeysCard() {
  const t = useWords('personal');
  const may = useMay();
  const [asked, setAsked] = useState<AskedKeyAct | null>(null);
  const [told, setTold] = useState<TellOnce | null>(null);
  const keys = useQuery({
    queryKey: personalKeys.apiKeys,
    queryFn: ({ signal }) => call(apiKeys, {}, { signal }),
  });
  const webhook = keys.data?.webhook;
  return (
    <Card
      title={t('keys.title')}
      hint={t('keys.hint')}
      action={
        may('apiFile.createKey') && (
          <Button size="xs" onClick={() => setAsked({ act: 'create' })}>
            {t('keys.create')}
          </Button>
        )
      }
    >
      {keys.error && <Fault fault={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.items.length === 0 && <EmptyState kind="none" text={t('keys.none')} />}
      <ul className={styles.keys}>
        {keys.data?.items.map((key) => (
          <KeyLine key={key.id} apiKey={key} onAsk={(act) => setAsked({ act, key })} />
        ))}
      </ul>
      {webhook && (
        <CardRow
          title={t('keys.webhook')}
          state={
            webhook.previous_until !== null && (
              <StatusTag
                tone="wait"
                label={t('keys.twoLive', { time: showInstant(webhook.previous_until) })}
              />
            )
          }
          hint={
            <>
              {t('keys.webhookHint')}
              <br />
              {t('keys.webhookUrl')}: {webhook.url ?? t('keys.noUrl')}
            </>
          }
          action={
            may('apiFile.updateWebhook') && (
              <Button size="xs" variant="default" onClick={() => setAsked({ act: 'webhook' })}>
                {t('keys.webhookRotate')}
              </Button>
            )
          }
        />
      )}
      {keys.data && keys.data.legacy.form !== null && (
        <CardRow
          title={t('keys.legacy')}
          hint={t('keys.legacyHint')}
          action={
            may('apiFile.updateWebhook') && (
              <Button size="xs" variant="default" onClick={() => setAsked({ act: 'legacy' })}>
                {t('keys.legacyRotate')}
              </Button>
            )
          }
        />
      )}
      <Suspense fallback={null}>
        {asked !== null && <KeyActs asked={asked} onTold={setTold} onClose={() => setAsked(null)} />}
        {told !== null && <ToldSecret told={told} onClose={() => setTold(null)} />}
      </Suspense>
    </Card>
  );
}
