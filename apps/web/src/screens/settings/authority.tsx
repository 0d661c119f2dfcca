import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ListPage } from '../../kit/list-page.tsx';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { AccessList } from '../../parts/access/access-list.tsx';

const Catalogue = lazy(async () => ({ default: (await import('./authority/catalogue.tsx')).Catalogue }));

/** Everybody's rights, and the catalogue that they are taken from. */
export function Authority() {
  const t = useWords('roles');
  const place = useScreenPlace();
  const tab = textAt(place.search, 'tab') === 'catalogue' ? 'catalogue' : 'people';
  const choice = (
    <SegmentedControl
      value={tab}
      onChange={(next) => place.setSearch(next === 'catalogue' ? { tab: next } : {}, true)}
      aria-label={place.title}
      data={[
        { value: 'people', label: t('access.people') },
        { value: 'catalogue', label: t('access.catalogue') },
      ]}
    />
  );
  if (tab === 'people') return <AccessList reach="everybody" actions={choice} />;
  return (
    <ListPage title={place.title} actions={choice}>
      <Suspense fallback={null}>
        <Catalogue />
      </Suspense>
    </ListPage>
  );
}
