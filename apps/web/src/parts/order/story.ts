import type { OrderStory } from '@suanpan/contract/order-fields';
import type { Tone } from '../../kit/status-tag.tsx';

/** One thing that happened to an order, wherever it was recorded. */
export type StoryEntry =
  | { readonly kind: 'step'; readonly at: string; readonly step: OrderStory['timeline'][number] }
  | {
      readonly kind: 'exchange';
      readonly at: string;
      readonly exchange: NonNullable<OrderStory['provider']>[number];
    }
  | {
      readonly kind: 'callback';
      readonly at: string;
      readonly type: string;
      readonly attempt: OrderStory['callbacks'][number]['attempts'][number];
    };

/** An order begins, is sent to its provider, changes by what he says, and its merchant is told: of one instant, in this order. */
function causeRank(entry: StoryEntry): number {
  if (entry.kind === 'exchange') return 1;
  if (entry.kind === 'callback') return 3;
  return entry.step.from === null ? 0 : 2;
}

export type ToldStory = Pick<OrderStory, 'timeline' | 'provider' | 'callbacks'>;

/** Audit, provider and callbacks in one line of time, oldest first. */
export function storyOf(detail: ToldStory): readonly StoryEntry[] {
  const entries: StoryEntry[] = [
    ...detail.timeline.map((step) => ({ kind: 'step', at: step.at, step }) as const),
    ...(detail.provider ?? []).map((exchange) => ({ kind: 'exchange', at: exchange.at, exchange }) as const),
    ...detail.callbacks.flatMap(({ type, attempts }) =>
      attempts.map((attempt) => ({ kind: 'callback', at: attempt.at, type, attempt }) as const),
    ),
  ];
  return entries.sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || causeRank(one) - causeRank(other),
  );
}

export function toneOf(entry: StoryEntry, toneOfStatus: (status: string) => Tone): Tone {
  if (entry.kind === 'callback') return entry.attempt.result === 'success' ? 'ok' : 'fail';
  if (entry.kind === 'exchange') {
    const status = entry.exchange.http_status;
    return status !== null && status < 400 ? 'wait' : 'attention';
  }
  return entry.step.to === null ? 'idle' : toneOfStatus(entry.step.to);
}
