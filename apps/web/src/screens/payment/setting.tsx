import { Button, NativeSelect, TextInput } from '@mantine/core';
import { payoutSetting } from '@suanpan/contract/endpoints/payout-setting';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Fault } from '../../kit/fault.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { ReverseCheck } from './setting/reverse-check.tsx';
import { RulesForm } from './setting/rules-form.tsx';
import styles from './setting/setting.module.css';
import { Upkeep } from './setting/upkeep.tsx';

const currencies = ['TWD', 'CNY', 'USD', 'USDT'] as const;

/** The rules of payouts, of the platform, a senior agent's tree or one merchant, and what of them is kept up by hand. */
export function PaymentSetting() {
  const t = useWords('payment');
  const own = useSelf();
  const { title, search, setSearch } = useScreenPlace();
  const userId = textAt(search, 'user_id');
  const currency = currencies.find((one) => one === textAt(search, 'currency')) ?? 'TWD';
  const [typed, setTyped] = useState(userId ?? '');
  const asked = { currency, ...(userId !== undefined && { user_id: userId }) };
  const setting = useQuery({
    queryKey: [payoutSetting.path, asked],
    queryFn: ({ signal }) => call(payoutSetting, asked, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data } = setting;
  const place = (id: string, unit: string): Record<string, string> => ({
    ...(id !== '' && { user_id: id }),
    ...(unit !== 'TWD' && { currency: unit }),
  });
  const isPlatform = own.agent_id === undefined;
  return (
    <ListPage title={title}>
      <div className={styles.body}>
        <form
          className={styles.whose}
          onSubmit={(event) => {
            event.preventDefault();
            setSearch(place(typed.trim(), currency));
          }}
        >
          <TextInput
            label={t('setting.whose')}
            description={t('setting.whoseHint', {
              name: isPlatform ? t('setting.platform') : t('setting.ownTree'),
            })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
            inputMode="numeric"
            autoComplete="off"
          />
          <NativeSelect
            label={t('setting.currency')}
            value={currency}
            onChange={(event) => setSearch(place(userId ?? '', event.currentTarget.value))}
            data={[...currencies]}
          />
          <Button type="submit" variant="default">
            {t('setting.open')}
          </Button>
        </form>
        {setting.error instanceof CallFault && (
          <Fault fault={setting.error} onRetry={() => void setting.refetch()} />
        )}
        {data && !setting.isPlaceholderData && !setting.error && (
          <>
            <RulesForm
              key={`${data.user?.id ?? ''} ${data.currency} ${data.version}`}
              setting={data}
              userId={userId}
            />
            <ReverseCheck key={userId ?? ''} userId={userId} />
            <Upkeep customerId={userId} />
          </>
        )}
      </div>
    </ListPage>
  );
}
