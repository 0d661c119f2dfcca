import { Textarea } from '@mantine/core';
import { commentDifference, type DifferenceRow } from '@suanpan/contract/endpoints/reconciliation';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { fieldText } from '../../../lib/form-field.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { reconciliationChanged } from './changed.ts';

/** A note that stays with the difference. */
export function CommentDialog({
  row,
  onClose,
}: {
  readonly row: DifferenceRow;
  readonly onClose: () => void;
}) {
  const t = useWords('reconciliation');
  return (
    <FormDialog
      title={t('acts.comment')}
      submitLabel={t('acts.comment')}
      act={async (form, once) => {
        await call(commentDifference, { id: row.id, text: fieldText(form, 'text') }, once);
        toasts.emit({ tone: 'ok', title: t('said.commented') });
        await reconciliationChanged();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <Textarea
          name="text"
          label={t('comment')}
          minRows={3}
          autosize
          maxLength={500}
          error={errorOf('text')}
          required
          data-autofocus
        />
      )}
    </FormDialog>
  );
}
