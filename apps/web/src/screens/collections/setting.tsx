import { getCollectionSetting } from '@suanpan/contract/endpoints/collection-setting';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fault } from '../../kit/fault.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { textAt } from '../../lib/list-paging.ts';
import { merchantAndAgentNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { ChannelUse } from './setting/channel-use.tsx';
import { LockedOrders } from './setting/locked-orders.tsx';
import { SettingForm } from './setting/setting-form.tsx';
import styles from './setting/setting.module.css';

/** The rules by which orders are collected, of the platform, a senior agent or one merchant; and orders to be freed. */
export function CollectionSettings() {
  const t = useWords('collectionSetting');
  const may = useMay();
  const { title, search, setSearch } = useScreenPlace();
  const userId = textAt(search, 'user_id') ?? '';
  const setting = useQuery({
    queryKey: [getCollectionSetting.path, userId],
    queryFn: ({ signal }) => call(getCollectionSetting, userId === '' ? {} : { user_id: userId }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = setting;
  return (
    <ListPage title={title}>
      <div className={styles.body}>
        {setting.error instanceof CallFault && (
          <Fault fault={setting.error} onRetry={() => void setting.refetch()} />
        )}
        <div className={styles.whose}>
          <PickInput
            key={userId}
            label={t('whose')}
            description={t('pick')}
            source={merchantAndAgentNames}
            initial={userId}
            onSettle={(next) => setSearch(next === '' ? {} : { user_id: next })}
          />
        </div>
        <div className={styles.columns}>
          {data && !setting.isPlaceholderData && (
            <SettingForm key={`${data.user?.id ?? ''} ${data.v}`} setting={data} />
          )}
          <div className={styles.acts}>
            {may('collections.setting.unlockOrders') && <LockedOrders />}
            {may('collections.setting.clearCardUsage') && (
              <ChannelUse customerId={data?.user?.kind === 'customer' ? userId : undefined} />
            )}
          </div>
        </div>
      </div>
    </ListPage>
  );
}
