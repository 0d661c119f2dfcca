import type { channelStates } from '@suanpan/contract/endpoints/channel-row';
import type { TFunction } from 'i18next';
import type { Tone } from '../../kit/status-tag.tsx';

type State = (typeof channelStates)[number];
const tones: Readonly<Record<State, Tone>> = {
  ok: 'ok',
  out_of_window: 'idle',
  amount_capped: 'attention',
  tripped: 'fail',
  maintenance: 'attention',
};

/** How a channel stands, the switch first: one that is switched off is nothing else. */
export function stateTag(
  t: TFunction<'channelDefs'>,
  { enabled, state }: { readonly enabled: boolean; readonly state: State },
): { readonly tone: Tone; readonly label: string } {
  return enabled
    ? { tone: tones[state], label: t(`states.${state}`) }
    : { tone: 'idle', label: t('states.off') };
}
