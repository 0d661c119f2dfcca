import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { Modal } from '../../kit/modal.tsx';
import '../../theme/form-styles.ts';
import { getRoutingReplay, replayRouting } from '@suanpan/contract/endpoints/routing-replay';
import type { ReplayChange } from '@suanpan/contract/endpoints/routing-replay';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { saidElsewhere } from '../../lib/call-fault.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import type { ListedChannel } from './listed-channel.ts';
import { ReplayResult } from './replay-result.tsx';
import styles from './replay.module.css';

const lookAgainMs = 500;

interface ReplayDialogProps {
  readonly customerId?: string;
  readonly direction: 'collection' | 'payout';
  readonly channels: readonly ListedChannel[];
  readonly onClose: () => void;
}

type Wished = Omit<ReplayChange, 'channel_id'>;

function dayOf(form: HTMLFormElement): string {
  const entry = new FormData(form).get('day');
  return typeof entry === 'string' ? entry.trim() : '';
}

/** A past day's orders over these channels as somebody would change them: where they would go, and what that costs. */
export function ReplayDialog({ channels, customerId, direction, onClose }: ReplayDialogProps) {
  const t = useWords('routing');
  const common = useWords('common');
  const { errorOf, fault, isBusy, send } = useSending();
  const [wished, setWished] = useState<ReadonlyMap<string, Wished>>(new Map());
  const [id, setId] = useState<string | null>(null);
  const [yesterday] = useState(() => regionDayText(regionDayOf(new Date()) - 1));
  const { data } = useQuery({
    queryKey: [getRoutingReplay.path, id],
    queryFn: ({ signal }) => call(getRoutingReplay, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'running' ? lookAgainMs : false,
  });
  const isRunning = id !== null && (data === undefined || data.state === 'running');
  const wish = (channelId: string, change: Wished) =>
    setWished(new Map([...wished, [channelId, { ...wished.get(channelId), ...change }]]));
  const run = (form: HTMLFormElement) =>
    send(async () => {
      const started = await call(replayRouting, {
        day: dayOf(form),
        direction,
        ...(customerId !== undefined && { customer_id: customerId }),
        changes: [...wished].map(([channelId, change]) => ({ channel_id: channelId, ...change })),
      });
      setId(started.id);
    });
  return (
    <Modal
      opened
      size={720}
      onClose={() => !isBusy && onClose()}
      title={t('replay.title')}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isRunning) void run(event.currentTarget);
        }}
      >
        <p className={styles.hint}>{t('replay.hint')}</p>
        <TextInput
          name="day"
          label={t('replay.day')}
          placeholder="yyyy-mm-dd"
          defaultValue={yesterday}
          error={errorOf('day')}
        />
        <ul className={styles.channels}>
          {channels.map((channel) => (
            <li key={channel.channel_id}>
              <b>{channel.channel}</b>
              <NumberInput
                aria-label={`${channel.channel} ${t('replay.weight')}`}
                leftSection={<small>{t('replay.weight')}</small>}
                leftSectionWidth={64}
                {...(channel.weight !== null && { defaultValue: channel.weight })}
                min={0}
                max={10_000}
                allowDecimal={false}
                onChange={(value) => {
                  if (typeof value === 'number') wish(channel.channel_id, { weight: value });
                }}
              />
              <Switch
                label={t('replay.enabled')}
                aria-label={`${channel.channel} ${t('replay.enabled')}`}
                defaultChecked={channel.enabled}
                onChange={(event) => wish(channel.channel_id, { enabled: event.currentTarget.checked })}
              />
            </li>
          ))}
        </ul>
        {fault && (
          <p role="alert" className={styles.fault}>
            {saidElsewhere(fault, new Set(['day']))}
          </p>
        )}
        <footer className={styles.foot}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('replay.close')}
          </Button>
          <Button type="submit" loading={isBusy || isRunning}>
            {t('replay.run')}
          </Button>
        </footer>
      </form>
      <div aria-live="polite">
        {isRunning && <p className={styles.hint}>{t('replay.running', { orders: data?.orders ?? 0 })}</p>}
        {data?.state === 'failed' && <p className={styles.fault}>{t('replay.failed')}</p>}
        {data?.state === 'done' && <ReplayResult replay={data} />}
      </div>
    </Modal>
  );
}
