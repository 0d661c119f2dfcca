import { apiKeys } from '@suanpan/contract/endpoints/api-keys';
import { useQuery } from '@tanstack/react-query';
import { Copy } from '../../../kit/copy.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './api-file.module.css';

const steps = ['step1', 'step2', 'step3', 'step4', 'step5'] as const;
const rules = [
  'ruleHeaders',
  'ruleSignature',
  'ruleAmount',
  'ruleRepeat',
  'ruleUnknown',
  'ruleCallback',
] as const;
const legacyWords = { v1: 'legacyV1', epay: 'legacyEpay' } as const;

/** Whose documents these are, the way from a key to going live, and what holds for every call. */
export function Start({ merchantNo }: { merchantNo: string | undefined }) {
  const t = useWords('apiFile');
  return (
    <>
      {merchantNo === undefined ? (
        <p className={styles.quiet}>{t('start.noMerchant')}</p>
      ) : (
        <OwnNumbers merchantNo={merchantNo} />
      )}
      <section aria-label={t('start.steps')}>
        <h2>{t('start.steps')}</h2>
        <ol className={styles.list}>
          {steps.map((step) => (
            <li key={step}>{t(`start.${step}`)}</li>
          ))}
        </ol>
      </section>
      <section aria-label={t('start.rules')}>
        <h2>{t('start.rules')}</h2>
        <ul className={styles.list}>
          {rules.map((rule) => (
            <li key={rule}>{t(`start.${rule}`)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function OwnNumbers({ merchantNo }: { merchantNo: string }) {
  const t = useWords('apiFile');
  const keys = useQuery({
    queryKey: ['apiFile', 'keys'],
    queryFn: ({ signal }) => call(apiKeys, {}, { signal }),
  });
  const { data } = keys;
  const base = `${location.origin}/api/v2`;
  return (
    <section aria-label={t('start.title')}>
      <h2>{t('start.title')}</h2>
      {keys.error && <Fault fault={keys.error} onRetry={() => void keys.refetch()} />}
      <dl className={styles.facts}>
        <dt>{t('start.merchantNo')}</dt>
        <dd>
          <Copy text={merchantNo} />
        </dd>
        <dt>{t('start.base')}</dt>
        <dd>
          <Copy text={base} />
        </dd>
        <dt>{t('start.document')}</dt>
        <dd>
          <Copy text={`${base}/openapi.json`} />
        </dd>
        <dt>{t('start.webhookUrl')}</dt>
        <dd>{data === undefined ? '' : (data.webhook.url ?? t('start.noUrl'))}</dd>
        <dt>{t('start.legacy')}</dt>
        <dd>
          {data !== undefined &&
            (data.legacy.form === null ? t('start.legacyNone') : t(`start.${legacyWords[data.legacy.form]}`))}
        </dd>
      </dl>
      <h3>{t('start.keys')}</h3>
      {data?.items.length === 0 && <p className={styles.quiet}>{t('start.noKeys')}</p>}
      <ul className={styles.keys}>
        {data?.items.map((key) => (
          <li key={key.id}>
            <code className="mono">{masked(key.key)}</code>
            <StatusTag
              tone={key.is_test ? 'test' : 'ok'}
              label={key.is_test ? t('start.test') : t('start.live')}
            />
            <span>
              {t('start.scopes')}: {key.scopes.map((scope) => t(`start.scope.${scope}`)).join(' · ')}
            </span>
            <span>
              {t('start.addresses')}: {key.ip_allowlist.join(', ') || t('start.anyAddress')}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href="#/wrap/settings.personal">{t('start.makeKey')}</a>
      </p>
      {data?.legacy.form === 'epay' && <Epay merchantNo={merchantNo} />}
    </section>
  );
}

/** What a plugin of a shop wants to know. */
function Epay({ merchantNo }: { merchantNo: string }) {
  const t = useWords('apiFile');
  return (
    <section aria-label={t('epay.title')}>
      <h3>{t('epay.title')}</h3>
      <p className={styles.quiet}>{t('epay.hint')}</p>
      <dl className={styles.facts}>
        <dt>{t('epay.address')}</dt>
        <dd>
          <Copy text={`${location.origin}/api/epay/`} />
        </dd>
        <dt>{t('epay.pid')}</dt>
        <dd>
          <Copy text={merchantNo} />
        </dd>
        <dt>{t('epay.key')}</dt>
        <dd>{t('epay.keyHint')}</dd>
      </dl>
      <ul className={styles.list}>
        <li>{t('epay.calls')}</li>
        <li>{t('epay.notify')}</li>
        <li>{t('epay.keyInUrl')}</li>
      </ul>
    </section>
  );
}

/** A key's name is no secret, yet a picture of this page need not show it. */
function masked(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-6)}`;
}
