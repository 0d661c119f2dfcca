import { Textarea } from '@mantine/core';
import { setHolidays, withdrawConfig } from '@suanpan/contract/endpoints/withdrawal-rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

const line = /^(\d{4}-\d{2}-\d{2})\s+(\S.*)$/;

/** The days on which banks rest, one a line. They also move what is settled by business days. */
export function HolidaysDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('withdrawals');
  const told = useToldSubmission();
  const { data } = useSuspenseQuery({
    queryKey: [withdrawConfig.path, 'holidays'],
    queryFn: ({ signal }) => call(withdrawConfig, {}, { signal }),
    staleTime: 0,
  });
  const [text, setText] = useState(() => data.holidays.map(({ day, name }) => `${day} ${name}`).join('\n'));
  const lines = text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const holidays = lines.flatMap((each) => {
    const [, day, name] = line.exec(each) ?? [];
    return day === undefined || name === undefined ? [] : [{ day, name }];
  });
  return (
    <Confirm
      title={t('acts.editHolidays')}
      confirmLabel={t('acts.save')}
      asks={['reason', 'payment_password', 'one_code']}
      isReady={holidays.length === lines.length}
      effect={
        <div className={styles.effect}>
          <Textarea
            label={t('fields.holidays')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={16}
            data-autofocus
          />
        </div>
      }
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(setHolidays, { holidays, reason, ...stepUp }, once);
        told(answer, t('states.saved'));
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
