import { SegmentedControl } from '@mantine/core';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { BanList } from './firewall/ban-list.tsx';
import { RuleList } from './firewall/rule-list.tsx';

/** How often one may call, by whom it is counted, and who is kept out for calling more. */
export function Firewall() {
  const t = useWords('protection');
  const { title, search, setSearch } = useScreenPlace();
  const part = search['tab'] === 'bans' ? 'bans' : 'rules';
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={title}
      value={part}
      data={[
        { value: 'rules', label: t('firewall.rules') },
        { value: 'bans', label: t('firewall.bans') },
      ]}
      onChange={(next) => setSearch(next === 'bans' ? { tab: 'bans' } : {})}
    />
  );
  return part === 'bans' ? <BanList choice={choice} /> : <RuleList choice={choice} />;
}
