import { TextInput } from '@mantine/core';
import {
  exchangeDaysLimits,
  getArchive,
  onlineDaysLimits,
  setArchive,
  type ArchiveView,
} from '@suanpan/contract/endpoints/archive';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import dialogs from '../../../parts/user/dialogs.module.css';
import { asks } from './set-operate.ts';

/** The days that were typed, or null where they are none: zero, or within the limits. */
function daysOf(text: string, { least, most }: { readonly least: number; readonly most: number }) {
  if (!/^\d{1,4}$/.test(text)) return null;
  const days = Number(text); // Not money: days.
  return days === 0 || (days >= least && days <= most) ? days : null;
}

/** How long orders stay online, and how long what was said of archived ones is kept. */
export function ArchiveDialog({ view, onClose }: { view: ArchiveView; onClose: () => void }) {
  const t = useWords('operate');
  const [online, setOnline] = useState(String(view.online_days));
  const [exchange, setExchange] = useState(String(view.exchange_days));
  const [onlineDays, exchangeDays] = [daysOf(online, onlineDaysLimits), daysOf(exchange, exchangeDaysLimits)];
  const hint = (
    words: 'archive.onlineHint' | 'archive.exchangesHint',
    limits: typeof onlineDaysLimits | typeof exchangeDaysLimits,
  ) => t(words, { least: String(limits.least), most: String(limits.most) });
  return (
    <Confirm
      title={t('archive.edit')}
      effect={
        <div className={dialogs.effect}>
          <TextInput
            label={t('archive.online')}
            description={hint('archive.onlineHint', onlineDaysLimits)}
            inputMode="numeric"
            value={online}
            onChange={(event) => setOnline(event.currentTarget.value)}
            required
          />
          <TextInput
            label={t('archive.exchanges')}
            description={hint('archive.exchangesHint', exchangeDaysLimits)}
            inputMode="numeric"
            value={exchange}
            onChange={(event) => setExchange(event.currentTarget.value)}
            required
          />
        </div>
      }
      confirmLabel={t('archive.save')}
      isReady={onlineDays !== null && exchangeDays !== null}
      asks={asks}
      act={async ({ once, reason, stepUp }) => {
        await call(
          setArchive,
          {
            online_days: onlineDays ?? 0,
            exchange_days: exchangeDays ?? 0,
            version: view.version,
            reason,
            ...stepUp,
          },
          once,
        );
        toasts.emit({ tone: 'ok', title: t('archive.saved') });
        await queryClient.invalidateQueries({ queryKey: [getArchive.path] });
      }}
      onClose={onClose}
    />
  );
}
