import { updateOwnAddresses, type Profile } from '@suanpan/contract/endpoints/personal';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { AddressListDialog } from '../../../parts/user/address-list-dialog.tsx';

interface AddressesDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** From where one may come. The server refuses a list without the address in hand. */
export function AddressesDialog({ profile, onClose }: AddressesDialogProps) {
  const t = useWords('personal');
  const client = useQueryClient();
  return (
    <AddressListDialog
      title={t('addresses.change')}
      effect={t('addresses.effectList')}
      entries={profile.ip_allowlist}
      ownAddress={profile.ip}
      onClose={onClose}
      save={async (entries, stepUp) => {
        const { ended } = await call(updateOwnAddresses, {
          ip_allowlist: entries,
          updated_at: profile.updated_at,
          ...stepUp,
        });
        toasts.emit({
          tone: 'ok',
          title: ended === 0 ? t('addresses.done') : t('addresses.doneEnded', { count: ended }),
        });
        await client.invalidateQueries({ queryKey: ['settings.personal'] });
      }}
    />
  );
}
