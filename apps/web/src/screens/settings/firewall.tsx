import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ListPage } from '../../kit/list-page.tsx';
import { useMay } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { BanList } from './firewall/ban-list.tsx';
import { RuleList } from './firewall/rule-list.tsx';
import styles from './firewall/firewall.module.css';

// Fetched when it is opened: the list is shown without.
const RuleDialog = lazy(async () => ({ default: (await import('./firewall/rule-dialog.tsx')).RuleDialog }));

/** How often one may call, by whom it is counted, and who is kept out for calling more. */
export function Firewall() {
  const t = useWords('protection');
  const may = useMay();
  const { title, search, setSearch } = useScreenPlace();
  const [isAdding, setAdding] = useState(false);
  const tab = search['tab'] === 'bans' ? 'bans' : 'rules';
  return (
    <ListPage
      title={title}
      actions={
        may('settings.firewall.create') && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('firewall.add')}
          </Button>
        )
      }
    >
      <Tabs
        value={tab}
        onChange={(next) => setSearch(next === 'bans' ? { tab: 'bans' } : {})}
        keepMounted={false}
        classNames={{ root: styles.tabs, panel: styles.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="rules">{t('firewall.rules')}</Tabs.Tab>
          <Tabs.Tab value="bans">{t('firewall.bans')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rules">
          <p className={styles.intro}>{t('firewall.intro')}</p>
          <RuleList />
        </Tabs.Panel>
        <Tabs.Panel value="bans">
          <BanList />
        </Tabs.Panel>
      </Tabs>
      <Suspense fallback={null}>
        {isAdding && <RuleDialog rule={null} onClose={() => setAdding(false)} />}
      </Suspense>
    </ListPage>
  );
}
