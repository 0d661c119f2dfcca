import { lazy, Suspense } from 'react';
import { ListPage } from '../../kit/list-page.tsx';
import { usePart } from '../../kit/use-part.tsx';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { AccessList } from '../../parts/access/access-list.tsx';

const Catalogue = lazy(async () => ({ default: (await import('./authority/catalogue.tsx')).Catalogue }));

/** Everybody's rights, and the catalogue that they are taken from. */
export function Authority() {
  const t = useWords('roles');
  const { title } = useScreenPlace();
  const [part, choice] = usePart({ people: t('access.people'), catalogue: t('access.catalogue') });
  if (part === 'people') return <AccessList reach="everybody" actions={choice} />;
  return (
    <ListPage title={title} actions={choice}>
      <Suspense fallback={null}>
        <Catalogue />
      </Suspense>
    </ListPage>
  );
}
