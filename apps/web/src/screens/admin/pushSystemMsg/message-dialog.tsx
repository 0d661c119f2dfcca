import { NativeSelect, Switch, TextInput, Textarea } from '@mantine/core';
import {
  broadcastColors,
  broadcastLevels,
  broadcasts,
  countAudience,
  sendBroadcast,
} from '@suanpan/contract/endpoints/broadcasts';
import { roleNames, type RoleName } from '@suanpan/domain/access/roles';
import { broadcastContentMaxLength, broadcastTitleMaxLength } from '@suanpan/domain/limits';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { agentNames } from '../../../lib/names.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { RolePicks } from './role-picks.tsx';
import styles from './push-system-msg.module.css';

const namesIn = (text: string): string[] =>
  text
    .split(/[,，\s]+/u)
    .map((name) => name.trim())
    .filter((name) => name !== '');

const deliveryMs = 2_000;

/** One message: its words, its look, and who hears it; the button says how many that are. */
export function MessageDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('broadcasts');
  const n = useWords('notifications');
  const client = useQueryClient();
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const [level, setLevel] = useState<(typeof broadcastLevels)[number]>('info');
  const [color, setColor] = useState<(typeof broadcastColors)[number]>('blue');
  const [sound, setSound] = useState(false);
  const [roles, setRoles] = useState<readonly RoleName[]>(roleNames);
  const [agentId, setAgentId] = useState<string | null>('');
  const [users, setUsers] = useState('');
  const audience = { roles: [...roles], agent_id: agentId || null, users: namesIn(users) };
  const count = useQuery({
    queryKey: [countAudience.path, audience],
    queryFn: ({ signal }) => call(countAudience, audience, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const recipients = count.error ? 0 : (count.data?.recipients ?? 0);
  return (
    <FormDialog
      title={t('form.new')}
      submitLabel={t('form.send', { count: recipients })}
      hint={t('form.hint')}
      isReady={agentId !== null && title.trim() !== '' && content.trim() !== '' && recipients > 0}
      act={async (_form, once) => {
        const message = { ...audience, title, content, level, color, sound };
        const sent = await call(sendBroadcast, message, once);
        toasts.emit({ tone: 'ok', title: t('form.sent', { count: sent.recipients }) });
        const look = (): Promise<void> => client.invalidateQueries({ queryKey: [broadcasts.path] });
        await look();
        // It goes out a moment later; only then is it known how many have got it.
        setTimeout(() => void look(), deliveryMs);
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('form.title')}
            value={title}
            maxLength={broadcastTitleMaxLength}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={errorOf('title')}
            required
            data-autofocus
          />
          <Textarea
            label={t('form.content')}
            description={t('form.remaining', { count: content.length, most: broadcastContentMaxLength })}
            value={content}
            maxLength={broadcastContentMaxLength}
            onChange={(event) => setContent(event.currentTarget.value)}
            error={errorOf('content')}
            autosize
            minRows={3}
            maxRows={8}
            required
          />
          <div className={styles.pair}>
            <NativeSelect
              label={t('form.level')}
              value={level}
              onChange={(event) =>
                setLevel(broadcastLevels.find((one) => one === event.currentTarget.value) ?? 'info')
              }
              data={broadcastLevels.map((value) => ({ value, label: n(`levels.${value}`) }))}
            />
            <NativeSelect
              label={t('form.color')}
              value={color}
              onChange={(event) =>
                setColor(broadcastColors.find((one) => one === event.currentTarget.value) ?? 'blue')
              }
              data={broadcastColors.map((value) => ({ value, label: t(`colors.${value}`) }))}
            />
          </div>
          <Switch
            label={t('form.sound')}
            checked={sound}
            onChange={(event) => setSound(event.currentTarget.checked)}
          />
          <RolePicks picked={roles} onPick={setRoles} error={errorOf('roles')} />
          <PickInput
            label={t('form.agent')}
            source={agentNames}
            onPick={setAgentId}
            error={errorOf('agent_id')}
          />
          <TextInput
            label={t('form.users')}
            value={users}
            onChange={(event) => setUsers(event.currentTarget.value)}
            error={errorOf('users') ?? (count.error ? count.error.message : undefined)}
            autoComplete="off"
            spellCheck={false}
          />
          <section className={styles.preview} data-color={color} aria-label={t('form.preview')}>
            <b>{title || t('form.previewTitle')}</b>
            <span>{content || t('form.previewContent')}</span>
          </section>
          {recipients === 0 && count.data && !count.error && (
            <p className={styles.nobody}>{t('form.nobody')}</p>
          )}
        </>
      )}
    </FormDialog>
  );
}
