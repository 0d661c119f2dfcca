import type { SlipAnswer } from '@suanpan/contract/endpoints/payouts';
import { uploadMaxBytes } from '@suanpan/domain/limits';
import { useRef, useState, type ReactNode } from 'react';
import { FileField } from '../../kit/file-field.tsx';
import { upload } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';

const kinds = 'image/png,image/jpeg,image/webp,application/pdf';

interface Slip {
  readonly isChosen: boolean;
  readonly isTooLarge: boolean;
  readonly input: ReactNode;
  /** The chosen slip as the call takes it, nothing without one. It goes up once however often its form is sent. */
  readonly taken: () => Promise<{ readonly slip?: string }>;
}

/** The slip of a transfer; it goes up to `path` once its dialog is sent. */
export function useSlip(path: string): Slip {
  const t = useWords('payouts');
  const [chosen, choose] = useState<File | null>(null);
  const sent = useRef<{ readonly of: File; readonly slip: string } | null>(null);
  const isTooLarge = chosen !== null && chosen.size > uploadMaxBytes;
  return {
    isChosen: chosen !== null,
    isTooLarge,
    input: (
      <FileField
        label={t('dialog.slip')}
        description={t('dialog.slipHint')}
        accept={kinds}
        onChoose={choose}
        error={isTooLarge ? t('dialog.slipTooLarge') : undefined}
      />
    ),
    async taken() {
      if (chosen === null) return {};
      if (sent.current?.of !== chosen) {
        const { file } = (await upload(path, chosen)) as SlipAnswer;
        sent.current = { of: chosen, slip: file };
      }
      return { slip: sent.current.slip };
    },
  };
}
