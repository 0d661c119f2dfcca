import { payoutSetting } from '@suanpan/contract/endpoints/payout-setting';
import { isCurrency } from '@suanpan/money/currency';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CurrencySelect } from '../../kit/currency-select.tsx';
import { Fault } from '../../kit/fault.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { textAt } from '../../lib/list-paging.ts';
import { merchantAndAgentNames } from '../../lib/names.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { ReverseCheck } from './setting/reverse-check.tsx';
import { RulesForm } from './setting/rules-form.tsx';
import styles from './setting/setting.module.css';
import { Upkeep } from './setting/upkeep.tsx';

/** The rules of payouts, of the platform, a senior agent's tree or one merchant, and what of them is kept up by hand. */
export function PaymentSetting() {
  const t = useWords('payment');
  const own = useSelf();
  const { title, search, setSearch } = useScreenPlace();
  const userId = textAt(search, 'user_id');
  const named = textAt(search, 'currency');
  const currency = isCurrency(named) ? named : 'TWD';
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
        <div className={styles.whose}>
          <PickInput
            key={userId ?? ''}
            label={t('setting.whose')}
            description={t('setting.whoseHint', {
              name: isPlatform ? t('setting.platform') : t('setting.ownTree'),
            })}
            source={merchantAndAgentNames}
            initial={userId ?? ''}
            onSettle={(next) => setSearch(place(next, currency))}
          />
          <CurrencySelect
            label={t('setting.currency')}
            value={currency}
            onPick={(next) => setSearch(place(userId ?? '', next))}
          />
        </div>
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
