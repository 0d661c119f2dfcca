import { userIpWhitelist, userPermissions } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { isPermission } from '@suanpan/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Fault } from '../../kit/fault.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { PermissionTree } from '../permission-tree/permission-tree.tsx';
import styles from '../order/drawer.module.css';

/** What he may do now, why, and from where he may come. */
export function AccessTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const access = useQuery({
    queryKey: ['user', id, 'permissions'],
    queryFn: ({ signal }) => call(userPermissions, { id }, { signal }),
  });
  const ips = useQuery({
    queryKey: ['user', id, 'ipWhitelist'],
    queryFn: ({ signal }) => call(userIpWhitelist, { id }, { signal }),
  });
  const effective = useMemo(() => (access.data?.effective ?? []).filter(isPermission), [access.data]);
  const value = useMemo(() => new Set(effective), [effective]);
  if (access.error) return <Fault fault={access.error} onRetry={() => void access.refetch()} />;
  if (!access.data) return null;
  const { source, role } = access.data;
  return (
    <>
      <section className={styles.section}>
        <h3>{t('drawer.ips')}</h3>
        <p className={`${styles.hint} num`}>
          {ips.data && (ips.data.entries.length === 0 ? t('ip.none') : ips.data.entries.join(' · '))}
        </p>
      </section>
      <section className={styles.section}>
        <h3>{t('drawer.permissions')}</h3>
        <p className={styles.hint}>
          {t('access.source', {
            source: source === 'role' ? t('access.role', { role: role ?? '' }) : t(`access.${source}`),
          })}
        </p>
        <PermissionTree value={value} offered={effective} />
      </section>
    </>
  );
}
