import { TextInput } from '@mantine/core';
import type { SlipAnswer } from '@suanpan/contract/endpoints/payouts';
import { uploadMaxBytes } from '@suanpan/domain/limits';
import { upload } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';

const kinds = 'image/png,image/jpeg,image/webp,application/pdf';
export const isTooLarge = (slip: File | null): boolean => slip !== null && slip.size > uploadMaxBytes;

/** Takes the slip in, where there is one; answers its name. */
export async function uploadSlip(path: string, slip: File | null): Promise<string | undefined> {
  return slip === null ? undefined : ((await upload(path, slip)) as SlipAnswer).file;
}

/** The slip of a transfer; it goes up once its dialog is sent. */
export function SlipInput({ slip, onChange }: { slip: File | null; onChange: (slip: File | null) => void }) {
  const t = useWords('payouts');
  return (
    <TextInput
      type="file"
      label={t('dialog.slip')}
      description={t('dialog.slipHint')}
      accept={kinds}
      onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      error={isTooLarge(slip) ? t('dialog.slipTooLarge') : undefined}
    />
  );
}
