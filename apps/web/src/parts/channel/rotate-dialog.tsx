import type { UpstreamKeyRow, UpstreamKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';
import { CredentialFields, isFilled } from './credential-fields.tsx';
import { useProviders } from './use-providers.ts';

interface RotateDialogProps {
  readonly endpoints: UpstreamKeys;
  readonly row: UpstreamKeyRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Other credentials in the place of those that stand. A second person has to agree. */
export function RotateDialog({ endpoints, row, onDone, onClose }: RotateDialogProps) {
  const t = useWords('channelDefs');
  const told = useToldSubmission();
  const { driverOf } = useProviders();
  const driver = driverOf(row.driver);
  const [credentials, setCredentials] = useState<Record<string, string>>({});
  return (
    <Confirm
      title={`${t('acts.rotate')} · ${row.name}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.rotate')}</p>
          {driver && <CredentialFields driver={driver} value={credentials} onChange={setCredentials} />}
        </div>
      }
      confirmLabel={t('acts.rotate')}
      isReady={isFilled(driver, credentials)}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          endpoints.rotate,
          { id: row.id, v: row.v, credentials, reason, ...stepUp },
          once,
        );
        told(answer, t('done.key'), row.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
