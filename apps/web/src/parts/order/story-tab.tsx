import type { OrderStory } from '@suanpan/contract/order-fields';
import { tellAct } from '@suanpan/messages/audit-words';
import { Suspense } from 'react';
import type { Tone } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { useAuditReader } from '../audit/use-audit-reader.ts';
import { RawText } from '../raw-text.tsx';
import { RouteReasons } from './route-reasons.tsx';
import { spokenBy } from './spoken.ts';
import { storyOf, toneOf, type StoryEntry, type ToldStory } from './story.ts';
import styles from './drawer.module.css';

/** How the story of one kind of orders is told. */
export interface StoryWords {
  /** A sentence of its own for an act of the audit trail; undefined for one that is told in the words of the log. */
  readonly step: (act: string) => string | undefined;
  readonly status: (status: string) => string;
  readonly tone: (status: string) => Tone;
}

export interface StoryTabProps {
  readonly story: ToldStory & Pick<OrderStory, 'route'>;
  readonly words: StoryWords;
}

/** What happened, in order: who, when, how long it took, and the raw words on demand. */
export function StoryTab({ story, words }: StoryTabProps) {
  return (
    <>
      <ol className={styles.story}>
        {storyOf(story).map((entry, index) => (
          <li key={`${entry.kind} ${entry.at} ${index}`} data-tone={toneOf(entry, words.tone)}>
            <Instant at={entry.at} />
            <Entry entry={entry} words={words} />
          </li>
        ))}
      </ol>
      {story.route && <RouteReasons candidates={story.route.candidates} />}
    </>
  );
}

function Entry({ entry, words }: { readonly entry: StoryEntry; readonly words: StoryWords }) {
  const t = useWords('orders');
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
  const sentence = words.step(step.kind);
  return (
    <div>
      <b>
        {sentence ?? (
          // Its words are fetched with the first of them; the story is told meanwhile.
          <Suspense fallback={null}>
            <ActOfTheLog act={step.kind} />
          </Suspense>
        )}
      </b>
      <span>
        {step.actor ?? t('drawer.system')}
        {showsChange && ` · ${words.status(step.from ?? '')} → ${words.status(step.to ?? '')}`}
      </span>
    </div>
  );
}

function ActOfTheLog({ act }: { act: string }) {
  return tellAct(useAuditReader(), act);
}
