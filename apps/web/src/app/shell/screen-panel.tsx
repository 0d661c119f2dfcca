import type { RouteName } from '@suanpan/domain/access/permissions';
import { Activity, memo, Suspense } from 'react';
import { ErrorBoundary } from '../error-boundary.tsx';
import { ScreenSkeleton } from '../../kit/screen-skeleton.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { useMay, useSelf } from '../../lib/own-user.ts';
import { ScreenPlaceContext } from '../../lib/screen-search.ts';
import { screenRegistry } from '../screen-registry.tsx';
import { Forbidden } from './forbidden.tsx';
import { useOwnPlace } from './use-own-place.ts';
import styles from './shell.module.css';

interface ScreenPanelProps {
  readonly name: RouteName;
  readonly title: string;
  readonly search: FlatSearch;
  readonly isFront: boolean;
}

/** One open tab. Behind the others it keeps its state but neither its effects nor its timers. */
export const ScreenPanel = memo(function ScreenPanel({ name, title, search, isFront }: ScreenPanelProps) {
  const may = useMay();
  // Until a second factor is bound the server answers no screen; the wizard stands before the empty shape of one.
  const isLocked = !useSelf().google2FA;
  const { Page } = screenRegistry[name];
  const place = useOwnPlace(name, title, search);
  return (
    <Activity mode={isFront ? 'visible' : 'hidden'}>
      <div className={styles.panel} role="tabpanel" id={`panel-${name}`} aria-label={title}>
        <ScreenPlaceContext value={place}>
          <ErrorBoundary key={name}>
            <Suspense fallback={<ScreenSkeleton />}>
              {isLocked ? <ScreenSkeleton /> : !may(`${name}.get`) ? <Forbidden title={title} /> : <Page />}
            </Suspense>
          </ErrorBoundary>
        </ScreenPlaceContext>
      </div>
    </Activity>
  );
});
