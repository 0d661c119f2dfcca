import type { UserInfo } from '@suanpan/contract/endpoints/user-facets';
import type { ReactNode } from 'react';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import styles from './user.module.css';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** What there is to know at a glance: how he signs in, how he is paid, what he holds. */
export function OverviewTab({ user }: { user: UserInfo }) {
  const t = useWords('users');
  const c = useWords('common');
  const isSet = (is: boolean): ReactNode => (
    <StatusTag tone={is ? 'ok' : 'idle'} label={is ? t('drawer.isSet') : t('drawer.notSet')} />
  );
  const yes = (is: boolean): string => (is ? c('states.yes') : c('states.no'));
  const profile: readonly Fact[] = [
    { label: t('columns.phone'), value: user.phone ?? '–' },
    { label: t('columns.email'), value: user.email ?? '–' },
    { label: t('columns.createdAt'), value: <Instant at={user.created_at} /> },
    { label: t('create.region'), value: user.region },
    { label: t('columns.lastLogin'), value: <Instant at={user.last_login_at} /> },
    { label: t('drawer.lastIp'), value: <span className="num">{user.last_login_ip ?? '–'}</span> },
  ];
  const signIn: readonly Fact[] = [
    { label: t('columns.twoFactor'), value: isSet(user.google2FA) },
    { label: t('drawer.password'), value: isSet(user.has_password) },
    { label: t('drawer.paymentPassword'), value: isSet(user.has_payment_password) },
    ...(user.role === null ? [] : [{ label: t('drawer.role'), value: user.role }]),
  ];
  const ofMerchant: readonly Fact[] = [
    { label: t('edit.settleRule'), value: user.settle_rule },
    { label: t('columns.subAgent'), value: user.sub_agent_name ?? '–' },
    { label: t('columns.middleman'), value: user.middleman_name ?? '–' },
    { label: t('edit.apiVersion'), value: user.api_version },
    {
      label: t('edit.notifyVia'),
      value: user.notify_via === 'agent' ? t('edit.viaAgent') : t('edit.viaMerchant'),
    },
    { label: t('edit.payoutFromUnsettled'), value: yes(user.payout_from_unsettled) },
    { label: t('edit.callbackHold'), value: yes(user.callback_hold_after_8h) },
  ];
  const ofAgent: readonly Fact[] = [
    { label: t('columns.systemFee'), value: <Money value={user.system_fee} currency={user.currency} /> },
    {
      label: t('columns.systemFeeCollected'),
      value: <Money value={user.system_fee_collected} currency={user.currency} />,
    },
    {
      label: t('edit.systemFeeMode'),
      value: user.system_fee_mode === null ? '–' : t(`edit.${user.system_fee_mode}`),
    },
    { label: t('access.manualBalance'), value: yes(user.allow_manual_balance) },
    { label: t('access.manualPayout'), value: yes(user.allow_manual_payout) },
  ];
  return (
    <div className={styles.parts}>
      <Facts title={t('drawer.profile')} facts={profile} />
      <Facts title={t('drawer.signIn')} facts={signIn} />
      {user.role_name === 'customer' && <Facts title={t('drawer.terms')} facts={ofMerchant} />}
      {user.role_name === 'agent' && <Facts title={t('columns.systemFee')} facts={ofAgent} />}
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
