import { getCollectionSetting } from '@suanpan/contract/endpoints/collection-setting';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Fault } from '../../kit/fault.tsx';
import { PickField } from '../../kit/filter/pick-field.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { textAt } from '../../lib/list-paging.ts';
import { nameSource } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { LockedOrders } from './setting/locked-orders.tsx';
import { SettingForm } from './setting/setting-form.tsx';
import styles from './setting/setting.module.css';

const parties = nameSource('party');

/** The rules by which orders are collected, of the platform, a senior agent or one merchant; and orders to be freed. */
export function CollectionSettings() {
  const t = useWords('collectionSetting');
  const may = useMay();
  const { title, search, setSearch } = useScreenPlace();
  const frame = useRef<HTMLDivElement>(null);
  const userId = textAt(search, 'user_id') ?? '';
  const setting = useQuery({
    queryKey: [getCollectionSetting.path, userId],
    queryFn: ({ signal }) => call(getCollectionSetting, userId === '' ? {} : { user_id: userId }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = setting;
  const pick = (): void => {
    const next = frame.current?.querySelector<HTMLInputElement>('input[name="user_id"]')?.value ?? '';
    if (next !== userId) setSearch(next === '' ? {} : { user_id: next });
  };
  return (
    <ListPage title={title}>
      <div className={styles.body}>
        {setting.error instanceof CallFault && (
          <Fault fault={setting.error} onRetry={() => void setting.refetch()} />
        )}
        <div ref={frame} className={styles.whose} onBlur={pick}>
          <PickField
            key={userId}
            name="user_id"
            label={t('whose')}
            source={parties}
            initial={userId}
            placeholder={t('pick')}
            onChoice={pick}
          />
        </div>
        <div className={styles.columns}>
          {data && !setting.isPlaceholderData && (
            <SettingForm key={`${data.user?.id ?? ''} ${data.v}`} setting={data} />
          )}
          {may('collections.setting.unlockOrders') && <LockedOrders />}
        </div>
      </div>
    </ListPage>
  );
}
