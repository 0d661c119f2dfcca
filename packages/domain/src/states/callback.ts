import { nextState } from './transition.ts';
import type { Transition } from './transition.ts';

/** Internal states; `sending` is never shown as such (see publicCallbackStatus). */
export const callbackStates = ['not_sent', 'sending', 'success', 'failed'] as const;
export type CallbackState = (typeof callbackStates)[number];

/** The three values of specification §4, as they stand on the wire. */
export const callbackStatuses = ['not_sent', 'success', 'failed'] as const;
export type CallbackStatus = (typeof callbackStatuses)[number];

/**
 * Why an attempt did not succeed or was not made. The first four are the specification's texts; `held_after_8h`
 * and `address_paused` say why nothing goes out by itself.
 */
export const callbackResults = [
  'invalid_url',
  'timeout',
  'error_response',
  'v1_no_rejection',
  'held_after_8h',
  'address_paused',
] as const;
export type CallbackResult = (typeof callbackResults)[number];

export const callbackEvents = [
  'send',
  'acknowledge',
  'retryLater',
  'giveUp',
  'skip',
  'reissue',
  'manual',
] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

export const callbackTransitions: readonly Transition<CallbackState, CallbackEvent>[] = [
  { from: 'not_sent', event: 'send', to: 'sending', actor: 'sys' },
  { from: 'not_sent', event: 'skip', to: 'not_sent', actor: 'sys' },
  { from: 'sending', event: 'acknowledge', to: 'success', actor: 'sys' },
  { from: 'sending', event: 'retryLater', to: 'failed', actor: 'sys' },
  { from: 'sending', event: 'giveUp', to: 'failed', actor: 'sys' },
  { from: 'failed', event: 'send', to: 'sending', actor: 'sys' },
  ...(['not_sent', 'failed', 'success'] as const).map(
    (from) =>
      ({
        from,
        event: 'reissue',
        to: 'sending',
        actor: 'op',
        permission: 'collections.transactions.reissue',
      }) as const,
  ),
  ...(['not_sent', 'failed', 'success'] as const).map(
    (from) =>
      ({
        from,
        event: 'manual',
        to: 'sending',
        actor: 'op',
        permission: 'collections.transactions.callback',
      }) as const,
  ),
];

export function nextCallbackState(from: CallbackState, event: CallbackEvent): CallbackState | null {
  return nextState(callbackTransitions, from, event);
}

/** What the outside sees: while sending, the last result, and before any result `not_sent` (domain §4). */
export function publicCallbackStatus(
  state: CallbackState,
  lastResult?: 'success' | 'failed',
): CallbackStatus {
  return state === 'sending' ? (lastResult ?? 'not_sent') : state;
}
