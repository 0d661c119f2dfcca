import type { MerchantChannelRow } from '@suanpan/contract/endpoints/merchant-channels';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../kit/confirm.tsx';
import { Fault } from '../../kit/fault.tsx';
import { call } from '../../lib/api.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { merchantCalls } from './calls.ts';
import type { Direction } from './calls.ts';
import { EffectLines } from './effect-lines.tsx';

interface RemoveDialogProps {
  readonly direction: Direction;
  readonly row: MerchantChannelRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** A merchant no longer goes by a channel; orders that went by it stand. */
export function RemoveDialog({ direction, row, onDone, onClose }: RemoveDialogProps) {
  const t = useWords('merchantChannels');
  const calls = merchantCalls[direction];
  const { data, error } = useQuery({
    queryKey: [calls.removeEffect.path, row.id, row.v],
    queryFn: ({ signal }) => call(calls.removeEffect, { id: row.id, v: row.v }, { signal }),
    gcTime: 0,
  });
  return (
    <Confirm
      title={`${t('acts.delete')} · ${row.name}`}
      confirmLabel={t('acts.delete')}
      isDangerous
      isReady={data !== undefined}
      effect={
        <>
          <p>{t('hints.delete')}</p>
          {error && <Fault fault={error} />}
          {data && <EffectLines effect={data} />}
        </>
      }
      act={async () => {
        await call(calls.remove, { id: row.id, v: row.v, effect_hash: data?.hash ?? '' });
        toasts.emit({ tone: 'ok', title: t('states.removed'), text: row.name });
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
