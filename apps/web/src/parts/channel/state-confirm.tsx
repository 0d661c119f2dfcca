import { setChannelState } from '@suanpan/contract/endpoints/channel-state';
import type { stateActs } from '@suanpan/contract/endpoints/channel-state';
import { Confirm } from '../../kit/confirm.tsx';
import { call } from '../../lib/api.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';

interface StateConfirmProps {
  readonly act: (typeof stateActs)[number];
  readonly channel: { readonly channel_id: string; readonly name: string };
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Takes a channel out of use while its provider is mended, or back into it, for every merchant at once. */
export function StateConfirm({ act, channel, onDone, onClose }: StateConfirmProps) {
  const t = useWords('channelDefs');
  return (
    <Confirm
      title={`${t(`acts.${act}`)} · ${channel.name}`}
      effect={t(`hints.${act}`)}
      confirmLabel={t(`acts.${act}`)}
      isDangerous={act === 'maintain'}
      asks={['reason']}
      act={async ({ reason }) => {
        const state = act === 'maintain' ? 'maintenance' : 'ok';
        await call(setChannelState, { id: channel.channel_id, state, reason });
        toasts.emit({ tone: 'ok', title: t(`done.${act}`), text: channel.name });
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
