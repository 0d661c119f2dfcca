import { usePart } from '../../kit/use-part.tsx';
import { useWords } from '../../lib/use-words.ts';
import { OwnerAccounts } from './setting/owner-accounts.tsx';
import { OwnerRules } from './setting/owner-rules.tsx';

/** The rules of single owners, and the accounts that they have their money sent to. */
export function WithdrawalSetting() {
  const t = useWords('withdrawals');
  const [part, choice] = usePart({ rules: t('tabs.rules'), accounts: t('tabs.accounts') });
  return part === 'rules' ? <OwnerRules choice={choice} /> : <OwnerAccounts choice={choice} />;
}
