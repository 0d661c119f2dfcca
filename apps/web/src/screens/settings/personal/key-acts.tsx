import {
  revokeApiKey,
  rotateApiKey,
  rotateLegacySecret,
  rotateWebhookSecret,
  updateApiKeyAddresses,
  type ApiKeyView,
} from '@suanpan/contract/endpoints/api-keys';
import { previousKeyHours } from '@suanpan/domain/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { AddressListDialog } from '../../../parts/user/address-list-dialog.tsx';
import { KeyDialog } from './key-dialog.tsx';
import type { KeyAct } from './key-line.tsx';
import { PayoutKeyDialog } from './payout-key-dialog.tsx';
import { personalKeys } from './personal-keys.ts';
import type { TellOnce } from './told-secret.tsx';

/** What somebody wants to do: to his keys as a whole, or to one of them. */
export type AskedKeyAct =
  | { readonly act: 'create' | 'legacy' | 'webhook' }
  | { readonly act: KeyAct; readonly key: ApiKeyView };

interface KeyActsProps {
  readonly asked: AskedKeyAct;
  /** A secret was made: it is shown this once. */
  readonly onTold: (told: TellOnce) => void;
  readonly onClose: () => void;
}

const isPayout = ({ scopes }: ApiKeyView): boolean => scopes.includes('payout');

/** The dialog of the act that was asked for; each takes payment password and code. */
export function KeyActs({ asked, onTold, onClose }: KeyActsProps) {
  const t = useWords('personal');
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: personalKeys.apiKeys });
  const hours = previousKeyHours;
  return (
    <>
      {asked.act === 'create' && <KeyDialog onTold={onTold} onClose={onClose} />}
      {asked.act === 'addresses' && isPayout(asked.key) && (
        <PayoutKeyDialog apiKey={asked.key} onClose={onClose} />
      )}
      {asked.act === 'addresses' && !isPayout(asked.key) && (
        <AddressListDialog
          title={t('keys.editAddresses')}
          effect={t('keys.addressesEffect', { key: asked.key.key })}
          entries={asked.key.ip_allowlist}
          onClose={onClose}
          save={async (entries, stepUp) => {
            await call(updateApiKeyAddresses, { id: asked.key.id, ip_allowlist: entries, ...stepUp });
            toasts.emit({ tone: 'ok', title: t('keys.addressesSaved') });
            await reload();
          }}
        />
      )}
      {asked.act === 'rotate' && (
        <Confirm
          title={t('keys.rotate')}
          effect={
            <>
              {t('keys.rotateEffect', { key: asked.key.key, hours })}
              {asked.key.previous_until !== null && (
                <> {t('keys.rotateAgain', { time: showInstant(asked.key.previous_until) })}</>
              )}
            </>
          }
          confirmLabel={t('keys.rotate')}
          isDangerous={asked.key.previous_until !== null}
          asks={[...(isPayout(asked.key) ? (['reason'] as const) : []), 'payment_password', 'one_code']}
          act={async ({ reason, stepUp }) => {
            const why = isPayout(asked.key) ? { reason } : {};
            onTold(await call(rotateApiKey, { id: asked.key.id, ...why, ...stepUp }));
            await reload();
          }}
          onClose={onClose}
        />
      )}
      {asked.act === 'revoke' && (
        <Confirm
          title={t('keys.revoke')}
          effect={t('keys.revokeEffect', { key: asked.key.key })}
          confirmLabel={t('keys.revoke')}
          isDangerous
          typed={asked.key.key.slice(-6)}
          asks={['reason', 'payment_password', 'one_code']}
          act={async ({ reason, stepUp }) => {
            await call(revokeApiKey, { id: asked.key.id, reason, ...stepUp });
            toasts.emit({ tone: 'ok', title: t('keys.revoked') });
            await reload();
          }}
          onClose={onClose}
        />
      )}
      {asked.act === 'legacy' && (
        <Confirm
          title={t('keys.legacyRotate')}
          effect={t('keys.legacyEffect')}
          confirmLabel={t('keys.legacyRotate')}
          isDangerous
          asks={['payment_password', 'one_code']}
          act={async ({ stepUp }) => {
            onTold({ key: null, approval_id: null, ...(await call(rotateLegacySecret, stepUp)) });
            await reload();
          }}
          onClose={onClose}
        />
      )}
      {asked.act === 'webhook' && (
        <Confirm
          title={t('keys.webhookRotate')}
          effect={t('keys.webhookEffect', { hours })}
          confirmLabel={t('keys.webhookRotate')}
          asks={['payment_password', 'one_code']}
          act={async ({ stepUp }) => {
            onTold({ key: null, approval_id: null, ...(await call(rotateWebhookSecret, stepUp)) });
            await reload();
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}
