import { NativeSelect } from '@mantine/core';
import { pauseScopes, pauseWhats, type OperateView } from '@suanpan/contract/endpoints/operate';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { MomentField } from '../../../kit/moment-field.tsx';
import { agentNames } from '../../../lib/names.ts';
import { instantOfFace } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import dialogs from '../../../parts/user/dialogs.module.css';
import { asks, change, keyOf, pausesOf } from './set-operate.ts';

/** One more pause: its reason is what everybody reads who looks at it later. */
export function PauseDialog({ view, onClose }: { view: OperateView; onClose: () => void }) {
  const t = useWords('operate');
  const [what, setWhat] = useState<(typeof pauseWhats)[number]>('collection');
  const [scope, setScope] = useState<(typeof pauseScopes)[number]>('all');
  const [agentId, setAgentId] = useState<string | null>(null);
  const [providerId, setProviderId] = useState(view.providers[0]?.id ?? '');
  const [until, setUntil] = useState('');
  const id = { all: null, agent: agentId, provider: providerId }[scope];
  return (
    <Confirm
      title={t('pauses.add')}
      effect={
        <div className={dialogs.effect}>
          <p className={dialogs.hint}>{t('pauses.addEffect')}</p>
          <div className={dialogs.pair}>
            <NativeSelect
              label={t('pauses.whatLabel')}
              value={what}
              onChange={(event) =>
                setWhat(pauseWhats.find((each) => each === event.currentTarget.value) ?? 'collection')
              }
              data={pauseWhats.map((each) => ({ value: each, label: t(`pauses.what.${each}`) }))}
            />
            <NativeSelect
              label={t('pauses.scopeLabel')}
              value={scope}
              onChange={(event) =>
                setScope(pauseScopes.find((each) => each === event.currentTarget.value) ?? 'all')
              }
              data={pauseScopes.map((each) => ({ value: each, label: t(`pauses.scope.${each}`) }))}
            />
          </div>
          {scope === 'agent' && (
            <PickInput label={t('pauses.scope.agent')} source={agentNames} onPick={setAgentId} />
          )}
          {scope === 'provider' && (
            <NativeSelect
              label={t('pauses.scope.provider')}
              value={providerId}
              onChange={(event) => setProviderId(event.currentTarget.value)}
              data={view.providers.map((each) => ({ value: each.id, label: each.name }))}
            />
          )}
          <MomentField label={t('pauses.until')} value={until} onChange={setUntil} />
        </div>
      }
      confirmLabel={t('pauses.add')}
      isDangerous
      isReady={scope === 'all' || Boolean(id)}
      asks={asks}
      act={async (answer) => {
        const pause = {
          what,
          scope,
          id,
          until: until === '' ? null : instantOfFace(until),
          reason: answer.reason.replaceAll(/\s+/g, ' ').slice(0, 200),
        };
        const isOther = (one: Parameters<typeof keyOf>[0]): boolean => keyOf(one) !== keyOf(pause);
        await change(view, (now) => ({ paused: [...pausesOf(now).filter(isOther), pause] }), answer);
        toasts.emit({ tone: 'ok', title: t('pauses.paused') });
      }}
      onClose={onClose}
    />
  );
}
