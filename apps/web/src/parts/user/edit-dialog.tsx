import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { apiVersions, type ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { editUser } from '@suanpan/contract/endpoints/user-acts';
import { userInfo, type UserInfo } from '@suanpan/contract/endpoints/user-facets';
import { mayComeSooner } from '@suanpan/domain/settlement';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { useSelf } from '../../lib/own-user.ts';
import { ReasonField } from '../../kit/reason-field.tsx';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import { ContactFields } from './contact-fields.tsx';
import type { UserDialogProps } from './user-dialog.ts';
import { usersChanged } from './users-changed.ts';
import { SettleRuleField } from './settle-rule-field.tsx';
import styles from './dialogs.module.css';

/** Loads the user as he stands now, so that the edit starts from what is shown. */
export function EditDialog({ user, onClose }: Pick<UserDialogProps, 'onClose'> & { user: { id: string } }) {
  const { data } = useQuery({
    queryKey: ['user', user.id, 'edit'],
    queryFn: ({ signal }) => call(userInfo, { id: user.id }, { signal }),
    gcTime: 0,
  });
  return data ? <EditForm user={data} onClose={onClose} /> : null;
}

type Draft = Pick<
  UserInfo,
  | 'name'
  | 'settle_rule'
  | 'payout_from_unsettled'
  | 'api_version'
  | 'callback_hold_after_8h'
  | 'notify_via'
  | 'system_fee_mode'
> & { readonly phone: string; readonly email: string };

function EditForm({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const t = useWords('users');
  const c = useWords('common');
  const isPlatform = ['admin', 'manager', 'staffSub'].includes(useSelf().role_name);
  const [draft, setDraft] = useState<Draft>({ ...user, phone: user.phone ?? '', email: user.email ?? '' });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const isMerchant = user.role_name === 'customer';
  const hasFeeMode = user.role_name === 'agent' && isPlatform;
  const { settle_rule, payout_from_unsettled, api_version, callback_hold_after_8h, notify_via } = draft;
  const told = useToldSubmission();
  const [reason, setReason] = useState('');
  const waits =
    isMerchant &&
    (mayComeSooner(user.settle_rule, settle_rule) || (payout_from_unsettled && !user.payout_from_unsettled));
  return (
    <FormDialog
      title={`${t('acts.edit')} · ${user.username}`}
      submitLabel={waits ? c('buttons.submit') : c('buttons.save')}
      isReady={draft.name.trim() !== '' && (!waits || reason.trim() !== '')}
      size={480}
      onClose={onClose}
      act={async () => {
        const answer = await call(editUser, {
          id: user.id,
          version: user.version,
          name: draft.name,
          phone: draft.phone.trim() === '' ? null : draft.phone,
          email: draft.email.trim() === '' ? null : draft.email,
          ...(isMerchant
            ? { settle_rule, payout_from_unsettled, api_version, callback_hold_after_8h, notify_via }
            : {}),
          ...(hasFeeMode && draft.system_fee_mode ? { system_fee_mode: draft.system_fee_mode } : {}),
          ...(waits && { reason: reason.trim() }),
        });
        told(answer, t('edit.saved'), user.username);
        usersChanged();
      }}
      {...(waits && {
        end: <ReasonField description={t('edit.sooner')} minRows={1} value={reason} onChange={setReason} />,
      })}
    >
      {(error) => (
        <>
          <TextInput
            label={t('columns.name')}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={error('name')}
            required
            data-autofocus
          />
          <ContactFields
            value={draft}
            onChange={set}
            errors={{ phone: error('phone'), email: error('email') }}
          />
          {isMerchant && (
            <>
              <div className={styles.pair}>
                <SettleRuleField value={settle_rule} onChange={(rule) => set({ settle_rule: rule })} />
                <NativeSelect
                  label={t('edit.apiVersion')}
                  data={[...apiVersions]}
                  value={api_version}
                  onChange={(event) => set({ api_version: event.currentTarget.value as ApiVersion })}
                />
              </div>
              <NativeSelect
                label={t('edit.notifyVia')}
                data={[
                  { value: 'merchant', label: t('edit.viaMerchant') },
                  { value: 'agent', label: t('edit.viaAgent') },
                ]}
                value={notify_via}
                onChange={(event) => set({ notify_via: event.currentTarget.value as 'merchant' | 'agent' })}
              />
              <Checkbox
                label={t('edit.payoutFromUnsettled')}
                checked={payout_from_unsettled}
                onChange={(event) => set({ payout_from_unsettled: event.currentTarget.checked })}
              />
              <Checkbox
                label={t('edit.callbackHold')}
                checked={callback_hold_after_8h}
                onChange={(event) => set({ callback_hold_after_8h: event.currentTarget.checked })}
              />
            </>
          )}
          {hasFeeMode && (
            <NativeSelect
              label={t('edit.systemFeeMode')}
              data={[
                { value: 'realtime', label: t('edit.realtime') },
                { value: 'periodic', label: t('edit.periodic') },
              ]}
              value={draft.system_fee_mode ?? 'realtime'}
              onChange={(event) =>
                set({ system_fee_mode: event.currentTarget.value as 'realtime' | 'periodic' })
              }
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
