import { SegmentedControl } from '@mantine/core';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { OwnerAccounts } from './setting/owner-accounts.tsx';
import { OwnerRules } from './setting/owner-rules.tsx';

/** The rules of single owners, and the accounts that they have their money sent to. */
export function WithdrawalSetting() {
  const t = useWords('withdrawals');
  const place = useScreenPlace();
  const part = textAt(place.search, 'part') === 'accounts' ? 'accounts' : 'rules';
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={place.title}
      value={part}
      data={[
        { value: 'rules', label: t('tabs.rules') },
        { value: 'accounts', label: t('tabs.accounts') },
      ]}
      onChange={(next) => place.setSearch(next === 'rules' ? {} : { part: next }, true)}
    />
  );
  return part === 'rules' ? <OwnerRules choice={choice} /> : <OwnerAccounts choice={choice} />;
}
