import { profile } from '@suanpan/contract/endpoints/personal';
import { useQuery } from '@tanstack/react-query';
import { Fault } from '../../kit/fault.tsx';
import kit from '../../kit/kit.module.css';
import { call } from '../../lib/api.ts';
import { useMay, useSelf } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { KeysCard } from './personal/keys-card.tsx';
import styles from './personal/personal.module.css';
import { personalKeys } from './personal/personal-keys.ts';
import { PreferencesCard } from './personal/preferences-card.tsx';
import { ProfileCard } from './personal/profile-card.tsx';
import { SecurityCard } from './personal/security-card.tsx';
import { SessionsCard } from './personal/sessions-card.tsx';

/** Everything that one arranges for oneself, on one page. */
export function Personal() {
  const { title } = useScreenPlace();
  const may = useMay();
  const isMerchant = useSelf().customer_id !== undefined;
  const own = useQuery({
    queryKey: personalKeys.profile,
    queryFn: ({ signal }) => call(profile, {}, { signal }),
  });
  return (
    <div className={styles.page}>
      <h1 className={kit.unseen}>{title}</h1>
      {own.error && !own.data && <Fault fault={own.error} onRetry={() => void own.refetch()} />}
      <div className={styles.columns}>
        <div>
          {own.data && <ProfileCard key={own.data.updated_at} profile={own.data} />}
          {own.data && <SecurityCard profile={own.data} />}
        </div>
        <div>
          <PreferencesCard />
          {isMerchant && may('apiFile.get') && <KeysCard />}
        </div>
      </div>
      <SessionsCard />
    </div>
  );
}
