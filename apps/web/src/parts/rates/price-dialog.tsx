import type { Currency } from '@suanpan/money/currency';
import { useState } from 'react';
import { Modal } from '../../kit/modal.tsx';
import { Unsaved } from '../../kit/unsaved.ts';
import { useWords } from '../../lib/use-words.ts';
import { PriceMatrix, type PriceOwner } from './price-matrix.tsx';
import type { Direction } from './price-draft.ts';

interface PriceDialogProps {
  readonly owner: PriceOwner;
  readonly name: string;
  readonly currency: Currency;
  readonly direction?: Direction;
  readonly onClose: () => void;
}

/** The prices of a merchant, or of all merchants of a senior agent, over the page that they were opened from. */
export function PriceDialog({ currency, direction, name, onClose, owner }: PriceDialogProps) {
  const t = useWords('prices');
  const common = useWords('common');
  const [isUnsaved, setUnsaved] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1380px, 96vw)"
      title={`${t('title')} · ${name}`}
      // What is typed is not lost by a slip of the hand; the cross closes all the same.
      closeOnEscape={!isUnsaved}
      closeOnClickOutside={!isUnsaved}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <Unsaved value={setUnsaved}>
        <PriceMatrix owner={owner} currency={currency} {...(direction && { direction })} />
      </Unsaved>
    </Modal>
  );
}
