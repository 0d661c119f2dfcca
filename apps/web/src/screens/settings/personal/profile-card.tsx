import { Button, TextInput } from '@mantine/core';
import { updateProfile, type Profile } from '@suanpan/contract/endpoints/personal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldText } from '../../../lib/form-field.ts';
import { call } from '../../../lib/api.ts';
import { saidOf } from '../../../lib/call-fault.ts';
import { useMay, useSelf } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Instant } from '../../../kit/instant.tsx';
import { Card } from './card.tsx';
import { personalKeys } from './personal-keys.ts';
import styles from './personal.module.css';

/** Who one is, and how one can be reached. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const t = useWords('personal');
  const may = useMay();
  const self = useSelf();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (form: FormData) =>
      call(updateProfile, {
        phone: fieldText(form, 'phone'),
        email: fieldText(form, 'email').trim(),
        updated_at: profile.updated_at,
      }),
    meta: { handlesFault: true },
    onSuccess: async () => {
      toasts.emit({ tone: 'ok', title: t('profile.saved') });
      await client.invalidateQueries({ queryKey: personalKeys.profile });
    },
  });
  const errorOf = (field: string): string | undefined => (save.error ? saidOf(save.error, field) : undefined);
  const isFixed = !may('settings.personal.update');
  return (
    <Card title={t('profile.title')}>
      <dl className={styles.facts}>
        <dt>{t('profile.username')}</dt>
        <dd>{profile.username}</dd>
        <dt>ID</dt>
        <dd className="num">{profile.id}</dd>
        <dt>{t('profile.name')}</dt>
        <dd title={t('profile.nameHint')}>{profile.name}</dd>
        <dt>{t('profile.level')}</dt>
        <dd>{self.role_name_ch}</dd>
        <dt>{t('profile.currency')}</dt>
        <dd>{profile.currency}</dd>
        <dt>{t('profile.region')}</dt>
        <dd>{profile.region}</dd>
        <dt>{t('profile.since')}</dt>
        <dd>
          <Instant at={profile.created_at} />
        </dd>
      </dl>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextInput
          name="phone"
          label={t('profile.phone')}
          defaultValue={profile.phone ?? ''}
          error={errorOf('phone')}
          autoComplete="tel"
          inputMode="tel"
          readOnly={isFixed}
        />
        <TextInput
          name="email"
          label={t('profile.email')}
          defaultValue={profile.email ?? ''}
          error={errorOf('email')}
          autoComplete="email"
          inputMode="email"
          readOnly={isFixed}
        />
        {save.error && Object.keys(save.error.fields).length === 0 && (
          <p role="alert">{save.error.message}</p>
        )}
        {!isFixed && (
          <div>
            <Button type="submit" loading={save.isPending}>
              {t('profile.save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
