import { Button, NativeSelect, Switch } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { AgentChannel, AgentChannels } from '@suanpan/contract/endpoints/agent-channels';
import { channelDefinitions } from '@suanpan/contract/endpoints/channel-definitions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { call } from '../../lib/api.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';
import { PriceFields, typedOf } from './price-fields.tsx';

interface TermsDialogProps {
  readonly endpoints: AgentChannels;
  readonly agent: { readonly id: string; readonly name: string };
  /** The channel that he has; null for one that is opened to him. */
  readonly row: AgentChannel | null;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** What the platform takes of a senior agent on a channel, and whether he may use it. What it does is shown before it is sent. */
export function TermsDialog({ endpoints, agent, row, onDone, onClose }: TermsDialogProps) {
  const t = useWords('channelDefs');
  const told = useToldSubmission();
  const type = endpoints.list.path.startsWith('/payment') ? 'payment' : 'collection';
  const { data: own } = useQuery({
    queryKey: [channelDefinitions.path, 'of', agent.id, type],
    queryFn: ({ signal }) => call(channelDefinitions, { type, agentId: agent.id, paginate: 200 }, { signal }),
    enabled: row === null,
  });
  const { data: had } = useQuery({
    queryKey: [endpoints.list.path, 'one', agent.id],
    queryFn: ({ signal }) => call(endpoints.list, { search: agent.id }, { signal }),
    enabled: row === null,
  });
  const taken = had?.items.find(({ agent: one }) => one.id === agent.id)?.methods ?? [];
  const offered = (own?.items ?? []).filter(
    ({ id }) => !taken.some(({ channel_id: channelId }) => channelId === id),
  );
  const [chosen, setChosen] = useState('');
  const channel = offered.find(({ id }) => id === chosen) ?? offered[0];
  const [fee, setFee] = useState(typedOf(row?.system_fee ?? null));
  const [isEnabled, setEnabled] = useState(row?.enabled ?? true);
  const [seen, setSeen] = useState<OutputOf<AgentChannels['effect']> | null>(null);
  const { errorOf, fault, isBusy, send } = useSending();
  const changedTo = (next: () => void): void => {
    next();
    setSeen(null);
  };
  const terms = { system_fee: fee, enabled: isEnabled };
  const look = (): void => {
    if (row === null) return;
    void send(async () =>
      setSeen(
        await call(endpoints.effect, { agent_id: agent.id, channel_id: row.channel_id, v: row.v, ...terms }),
      ),
    );
  };
  const isReady = row === null ? channel !== undefined : seen !== null && seen.effect.length > 0;
  return (
    <Confirm
      title={`${row === null ? t('acts.open') : row.name} · ${agent.name}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{row === null ? t('hints.open') : t('hints.systemFee')}</p>
          {row === null && (
            <NativeSelect
              label={t('titles.channels')}
              value={channel?.id ?? ''}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={offered.map(({ code, id, name }) => ({ value: id, label: `${name} · ${code}` }))}
            />
          )}
          <PriceFields
            label={t('columns.systemFee')}
            currency={row?.currency ?? channel?.currency}
            value={fee}
            onChange={(next) => changedTo(() => setFee(next))}
            error={errorOf('system_fee')}
          />
          <Switch
            label={t('columns.enabled')}
            checked={isEnabled}
            onChange={(event) => {
              const next = event.currentTarget.checked;
              changedTo(() => setEnabled(next));
            }}
          />
          {row !== null && (
            <>
              <Button variant="default" onClick={look} loading={isBusy}>
                {t('acts.look')}
              </Button>
              {fault !== null && errorOf('system_fee') === undefined && (
                <p role="alert" className={styles.hint}>
                  {fault.message}
                </p>
              )}
              {seen !== null && <Effect rows={seen.effect} />}
            </>
          )}
        </div>
      }
      confirmLabel={t('acts.save')}
      isReady={isReady}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer =
          row === null
            ? await call(
                endpoints.open,
                { agent_id: agent.id, channel_id: channel?.id ?? '', ...terms, reason, ...stepUp },
                once,
              )
            : await call(
                endpoints.update,
                {
                  agent_id: agent.id,
                  channel_id: row.channel_id,
                  v: row.v,
                  effect_hash: seen?.hash ?? '',
                  ...terms,
                  reason,
                  ...stepUp,
                },
                once,
              );
        told(answer, t('done.agent'), agent.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

/** What changes, before and after. */
function Effect({ rows }: { readonly rows: OutputOf<AgentChannels['effect']>['effect'] }) {
  const t = useWords('channelDefs');
  if (rows.length === 0) return <p className={styles.hint}>{t('nothingChanges')}</p>;
  const said = (value: string | null): string =>
    value === 'true' ? t('onOff.yes') : value === 'false' ? t('onOff.no') : (value ?? '–');
  return (
    <dl className={styles.becomes}>
      {rows.map(({ after, before, field }) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{field === 'enabled' ? t('columns.enabled') : t('columns.systemFee')}</dt>
          <dd>
            {said(before)} → {said(after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
