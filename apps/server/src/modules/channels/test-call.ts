import type { OutputOf } from '@suanpan/contract/endpoint';
import type { testChannel } from '@suanpan/contract/endpoints/channel-definitions';
import { translate, translateError } from '@suanpan/messages/translate';
import { wallClock } from '../../platform/clock.ts';
import type { Locale } from '../../platform/http/locale.ts';
import type { Channels } from './channel-service.ts';
import { NoAnswer } from './port.ts';
import type { Exchange } from './port.ts';
import { askSmallQuestion } from './small-question.ts';

type Outcome = OutputOf<typeof testChannel>['outcome'];

/**
 * Asks a provider about an order that there is not. `accepted` where it answers the question, `timeout` and `domain` where
 * nothing comes back, `refused` where it turns us away; the first two failures are told in the specification's sentences.
 */
export async function testCall(
  channels: Pick<Channels, 'open' | 'exchangeFor'>,
  channelAccountId: bigint,
  locale: Locale,
): Promise<OutputOf<typeof testChannel>> {
  const channel = await channels.open(channelAccountId);
  let failure: Exclude<Outcome, 'accepted'> = 'refused';
  const exchange = channels.exchangeFor(null, channelAccountId);
  const watched: Exchange = async (request) => {
    try {
      const response = await exchange({ ...request, operation: 'test' });
      if (response.status === 403) failure = 'domain';
      return response;
    } catch (error) {
      if (error instanceof NoAnswer) failure = isLate(error.message) ? 'timeout' : 'domain';
      throw error;
    }
  };
  const began = wallClock.monotonicMs();
  const answer = await askSmallQuestion(channel, watched);
  const ms = Math.round(wallClock.monotonicMs() - began);
  const outcome: Outcome = answer.outcome === 'unknown' ? failure : 'accepted';
  return { outcome, ms, message: sentence(locale, outcome) };
}

/** Whether a provider kept us waiting, rather than that we could not reach it. */
export const isLate = (reason: string): boolean => reason === 'timeout' || reason === 'cut';

function sentence(locale: Locale, outcome: Outcome): string {
  if (outcome === 'timeout') return translateError(locale, 'noResponseAfterTimeout');
  if (outcome === 'domain') return translateError(locale, 'checkDomainOrSafelist');
  return translate(locale, `channelDefs.test.${outcome}`);
}
