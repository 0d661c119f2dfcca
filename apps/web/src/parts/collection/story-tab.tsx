import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import type { Permission } from '@suanpan/domain/access/permissions';
import type { OwnAct } from '@suanpan/domain/audit/acts';
import { tellAct } from '@suanpan/messages/audit-words';
import { Suspense } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { useAuditReader } from '../audit/use-audit-reader.ts';
import { RawText } from '../raw-text.tsx';
import { RouteReasons } from './route-reasons.tsx';
import { spokenBy } from './spoken.ts';
import { storyOf, toneOf, type StoryEntry } from './story.ts';
import styles from './drawer.module.css';

/** Acts of the audit trail that have a sentence of their own here; any other is told in the words of the log. */
const steps = {
  'collection.create': 'created',
  'collection.plan': 'routed',
  'collection.namePayer': 'nameGiven',
  'collection.claimPaid': 'paidClaimed',
  'collection.settle': 'settled',
  'collection.release': 'released',
  'collection.releaseAside': 'releaseAside',
  'collection.releaseEmpty': 'releasedEmpty',
  'collection.expire': 'expired',
  'collection.cancel': 'cancelled',
  'collection.close': 'cancelled',
  'collection.mismatch': 'mismatched',
  'collection.setAside': 'setAside',
  'collection.supplyTest': 'testSupplied',
  'collections.transactions.callback': 'callbackAsked',
  'collections.transactions.reissue': 'reissueAsked',
} as const satisfies Readonly<
  Record<Extract<OwnAct, `collection.${string}`>, string> & Partial<Record<Permission, string>>
>;

function isKnown(act: string): act is keyof typeof steps {
  return Object.hasOwn(steps, act);
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
  const showsChange = step.from !== null && step.to !== null && step.from !== step.to;
  const status = (value: string): string =>
    statuses(`collectionStatus.${value as 'pending'}`, { defaultValue: value });
  return (
    <div>
      <b>
        {isKnown(step.kind) ? (
          t(`timeline.${steps[step.kind]}`)
        ) : (
          // Its words are fetched with the first of them; the story is told meanwhile.
          <Suspense fallback={null}>
            <ActOfTheLog act={step.kind} />
          </Suspense>
        )}
      </b>
      <span>
        {step.actor ?? t('drawer.system')}
        {showsChange && ` · ${status(step.from ?? '')} → ${status(step.to ?? '')}`}
      </span>
    </div>
  );
}

function ActOfTheLog({ act }: { act: string }) {
  return tellAct(useAuditReader(), act);
}
