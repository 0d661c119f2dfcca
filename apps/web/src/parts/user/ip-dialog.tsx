import { Button, Textarea } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { setIpWhitelist } from '@suanpan/contract/endpoints/user-acts';
import { userIpWhitelist } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import type { UserDialogProps } from './user-dialog.ts';
import { usersChanged } from './users-changed.ts';

type List = OutputOf<typeof userIpWhitelist>;

export function IpDialog({ user, onClose }: UserDialogProps) {
  const { data } = useQuery({
    queryKey: ['user', user.id, 'ips'],
    queryFn: ({ signal }) => call(userIpWhitelist, { id: user.id }, { signal }),
    gcTime: 0,
  });
  return data ? <IpForm user={user} list={data} onClose={onClose} /> : null;
}

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((line) => line !== '');

/** Where a user may come from, a line each. */
function IpForm({ user, list, onClose }: { user: UserRow; list: List; onClose: () => void }) {
  const t = useWords('users');
  const c = useWords('common');
  const [text, setText] = useState(list.entries.join('\n'));
  return (
    <FormDialog
      title={`${t('acts.ipAllowlist')} · ${user.username}`}
      submitLabel={c('buttons.save')}
      onClose={onClose}
      act={async () => {
        const saved = await call(setIpWhitelist, {
          id: user.id,
          version: list.version,
          entries: linesOf(text),
        });
        toasts.emit({
          tone: 'ok',
          title: t('ip.saved', { count: saved.sessions_ended }),
          text: user.username,
        });
        usersChanged();
      }}
    >
      {(error) => (
        <>
          <Textarea
            label={t('ip.label')}
            description={t('ip.hint')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={error('entries')}
            autosize
            minRows={4}
            maxRows={12}
            spellCheck={false}
            data-autofocus
          />
          <div>
            <Button
              variant="subtle"
              size="xs"
              onClick={() => setText([...linesOf(text), list.caller_ip].join('\n'))}
            >
              + {t('ip.own', { ip: list.caller_ip })}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
