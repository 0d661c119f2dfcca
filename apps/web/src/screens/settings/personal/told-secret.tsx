import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Copy } from '../../../kit/copy.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { useWords } from '../../../lib/use-words.ts';
import styles from './personal.module.css';

export interface TellOnce {
  /** The key's public name; null for the callback secret. */
  readonly key: string | null;
  readonly secret: string;
  /** It begins to work when a second person agrees; null when it works already. */
  readonly approval_id: string | null;
}

/** The only time a secret is on a screen: it stays until one says that it is saved. */
export function ToldSecret({ told, onClose }: { told: TellOnce; onClose: () => void }) {
  const t = useWords('personal');
  const common = useWords('common');
  const [isSaved, setSaved] = useState(false);
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('keys.secretTitle')}
      size="lg"
    >
      <div className={styles.told}>
        <p role="alert">{t('keys.secretOnce')}</p>
        {told.approval_id !== null && <p>{t('keys.waits')}</p>}
        <dl>
          {told.key !== null && (
            <>
              <dt>{t('keys.keyLabel')}</dt>
              <dd>
                <Copy text={told.key}>
                  <code className="mono">{told.key}</code>
                </Copy>
              </dd>
            </>
          )}
          <dt>{t('keys.secretLabel')}</dt>
          <dd>
            <Copy text={told.secret}>
              <code className="mono">{told.secret}</code>
            </Copy>
          </dd>
        </dl>
        <Checkbox
          label={t('keys.saved')}
          checked={isSaved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
          data-autofocus
        />
        <div>
          <Button disabled={!isSaved} onClick={onClose}>
            {common('buttons.close')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
