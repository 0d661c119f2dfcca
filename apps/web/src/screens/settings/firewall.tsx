import { usePart } from '../../kit/use-part.tsx';
import { useWords } from '../../lib/use-words.ts';
import { BanList } from './firewall/ban-list.tsx';
import { RuleList } from './firewall/rule-list.tsx';

/** How often one may call, by whom it is counted, and who is kept out for calling more. */
export function Firewall() {
  const t = useWords('protection');
  const [part, choice] = usePart({ rules: t('firewall.rules'), bans: t('firewall.bans') });
  return part === 'bans' ? <BanList choice={choice} /> : <RuleList choice={choice} />;
}
