import { Button } from '@mantine/core';
import type { Profile } from '@suanpan/contract/endpoints/personal';
import { lazy, Suspense, useState } from 'react';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Card, CardRow } from './card.tsx';

const PasswordDialog = lazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}));
const PaymentPasswordDialog = lazy(async () => ({
  default: (await import('./payment-password-dialog.tsx')).PaymentPasswordDialog,
}));
const TwoFactorDialog = lazy(async () => ({
  default: (await import('./two-factor-dialog.tsx')).TwoFactorDialog,
}));
const AddressesDialog = lazy(async () => ({
  default: (await import('./addresses-dialog.tsx')).AddressesDialog,
}));

type Opened = 'password' | 'paymentPassword' | 'twoFactor' | 'addresses';

/** What guards the account, how it stands, and the way to change it. */
export function SecurityCard({ profile }: { profile: Profile }) {
  const t = useWords('personal');
  const mayChange = useMay()('settings.personal.update');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  const button = (what: Opened, label: string) =>
    mayChange && (
      <Button variant="default" size="xs" onClick={() => setOpened(what)}>
        {label}
      </Button>
    );
  const hasPayment = profile.payment_password_set;
  return (
    <Card title={t('security')}>
      <CardRow
        title={t('password.title')}
        hint={t('password.hint')}
        action={button('password', t('password.change'))}
      />
      <CardRow
        title={t('paymentPassword.title')}
        state={
          <StatusTag
            tone={hasPayment ? 'ok' : 'attention'}
            label={hasPayment ? t('paymentPassword.isSet') : t('paymentPassword.notSet')}
          />
        }
        hint={t('paymentPassword.hint')}
        action={button(
          'paymentPassword',
          hasPayment ? t('paymentPassword.change') : t('paymentPassword.set'),
        )}
      />
      <CardRow
        title={t('twoFactor.title')}
        state={
          profile.two_factor_bound_at !== null && (
            <StatusTag
              tone="ok"
              label={t('twoFactor.bound')}
              hint={t('twoFactor.boundAt', { time: showInstant(profile.two_factor_bound_at) })}
            />
          )
        }
        hint={t('twoFactor.hint')}
        action={button('twoFactor', t('twoFactor.change'))}
      />
      <CardRow
        title={t('addresses.title')}
        state={
          profile.ip_allowlist.length === 0 ? (
            <StatusTag tone="idle" label={t('addresses.any')} />
          ) : (
            <StatusTag
              tone="ok"
              label={t('addresses.count', { count: profile.ip_allowlist.length })}
              hint={profile.ip_allowlist.join(', ')}
            />
          )
        }
        hint={t('addresses.hint')}
        action={button('addresses', t('addresses.change'))}
      />
      <Suspense fallback={null}>
        {opened === 'password' && <PasswordDialog onClose={close} />}
        {opened === 'paymentPassword' && <PaymentPasswordDialog isSet={hasPayment} onClose={close} />}
        {opened === 'twoFactor' && <TwoFactorDialog onClose={close} />}
        {opened === 'addresses' && <AddressesDialog profile={profile} onClose={close} />}
      </Suspense>
    </Card>
  );
}
