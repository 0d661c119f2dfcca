import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { RawText } from '../raw-text.tsx';
import { RouteReasons } from './route-reasons.tsx';
import { spokenBy } from './spoken.ts';
import { storyOf, toneOf, type StoryEntry } from './story.ts';
import styles from './drawer.module.css';

/** Acts of the audit trail that have a sentence of their own; any other act is shown by its name. */
const steps = {
  create: 'created',
  route: 'routed',
  charge: 'charged',
  chooseMethod: 'methodChosen',
  namePayer: 'nameGiven',
  claimPaid: 'paidClaimed',
  settle: 'settled',
  succeed: 'settled',
  release: 'released',
  releaseAside: 'releaseAside',
  releaseEmpty: 'releasedEmpty',
  expire: 'expired',
  cancel: 'cancelled',
  close: 'cancelled',
  mismatch: 'mismatched',
  setAside: 'setAside',
  flagged: 'flagged',
  abnormal: 'flagged',
  supplyTest: 'testSupplied',
  callback: 'callbackAsked',
  reissue: 'reissueAsked',
} as const;

function isKnown(name: string): name is keyof typeof steps {
  return name in steps;
}

/** What happened, in order: who, when, how long it took, and the raw words on demand. */
export function StoryTab({ detail }: { detail: CollectionDetail }) {
  return (
    <>
      <ol className={styles.story}>
        {storyOf(detail).map((entry, index) => (
          <li key={`${entry.kind} ${entry.at} ${index}`} data-tone={toneOf(entry)}>
            <Instant at={entry.at} />
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {detail.route && <RouteReasons candidates={detail.route.candidates} />}
    </>
  );
}

function Entry({ entry }: { entry: StoryEntry }) {
  const t = useWords('orders');
  const statuses = useWords('statuses');
  const spoken = spokenBy(t);
  if (entry.kind === 'exchange') {
    const { exchange } = entry;
    return (
      <div>
        <b>
          {exchange.direction === 'out' ? t('providerLog.out') : t('providerLog.in')} ·{' '}
          {spoken.operation(exchange.operation)}
        </b>
        <span className="num">
          {exchange.http_status !== null && `HTTP ${exchange.http_status}`}
          {exchange.latency_ms !== null && ` · ${exchange.latency_ms} ms`} ·{' '}
          {spoken.outcome(exchange.outcome)}
        </span>
        <RawText label={t('providerLog.request')} text={exchange.request} />
        <RawText label={t('providerLog.response')} text={exchange.response} />
      </div>
    );
  }
  if (entry.kind === 'callback') {
    const { attempt } = entry;
    return (
      <div>
        <b>{t('timeline.callbackSent', { attempt: attempt.attempt })}</b>
        <span className="num">
          {spoken.event(entry.type)} {attempt.http_status !== null && `· HTTP ${attempt.http_status}`} ·{' '}
          {attempt.latency_ms} ms
        </span>
        {attempt.response !== '' && <RawText label={t('providerLog.response')} text={attempt.response} />}
      </div>
    );
  }
  const { step } = entry;
  const name = step.kind.split('.').at(-1) ?? step.kind;
  const showsChange = step.from !== null && step.to !== null && step.from !== step.to;
  const status = (value: string): string =>
    statuses(`collectionStatus.${value as 'pending'}`, { defaultValue: value });
  return (
    <div>
      <b>{isKnown(name) ? t(`timeline.${steps[name]}`, step.detail as { channel?: string }) : step.kind}</b>
      <span>
        {step.actor ?? t('drawer.system')}
        {showsChange && ` · ${status(step.from ?? '')} → ${status(step.to ?? '')}`}
        {Object.entries(step.detail).map(([key, value]) => (
          <span key={key} className="num">
            {' '}
            · {key} {value}
          </span>
        ))}
      </span>
    </div>
  );
}
