import '../../theme/form-styles.ts';
import { NativeSelect } from '@mantine/core';
import { moveClock } from '@suanpan/contract/endpoints/demo';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { setBusinessAhead } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useWords } from '../../lib/use-words.ts';
import { clockQuery } from './demo-clock.ts';

const hourMs = 3_600_000;

/** Moves the business clock on; the badge behind it shows the new time at once, and all that is shown is asked for anew. */
export function ClockDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('demo');
  const move = async (form: FormData): Promise<void> => {
    // Not money: milliseconds.
    const moved = await call(moveClock, { by_ms: Number(form.get('by_ms')) });
    setBusinessAhead(moved.offset_ms);
    queryClient.setQueryData(clockQuery.queryKey, moved);
    // What is shown was asked for by the clock as it stood.
    void queryClient.invalidateQueries();
  };
  return (
    <FormDialog
      title={t('clock.title')}
      hint={t('clock.hint')}
      submitLabel={t('clock.move')}
      act={move}
      onClose={onClose}
    >
      {(errorOf) => (
        <NativeSelect
          name="by_ms"
          label={t('clock.by')}
          error={errorOf('by_ms')}
          data={[
            { value: String(hourMs), label: t('clock.hour') },
            { value: String(24 * hourMs), label: t('clock.day') },
            { value: String(7 * 24 * hourMs), label: t('clock.week') },
          ]}
        />
      )}
    </FormDialog>
  );
}
