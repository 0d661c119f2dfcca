import { Button } from '@mantine/core';
import type { SavedView } from '@suanpan/contract/endpoints/preferences';
import { IconBookmark, IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { filtersOf, textAt } from '../lib/list-paging.ts';
import { usePreference } from '../lib/preferences.ts';
import { withoutPrivate } from '../lib/private-search.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import { fetchShared, useShared } from '../lib/shared-preferences.ts';
import { useWords } from '../lib/use-words.ts';
import type { GridLayoutControl } from './grid/grid-layout.ts';
import { LatePopover } from './late-popup.tsx';
import { SaveAs } from './save-as.tsx';
import styles from './views-menu.module.css';

const none: SavedView[] = [];
const mostViews = 20;

/**
 * Searches with their order and their columns, under a name; people's names and cards are not kept with them. The one in force stands in the address; the default is
 * taken where a screen is opened without a search.
 */
export function ViewsMenu({ name, layout }: { name: string; layout: GridLayoutControl }) {
  const t = useWords('common');
  const { search, setSearch } = useScreenPlace();
  const [kept, keep] = usePreference<SavedView[]>(`views.${name}`, none);
  const shared = useShared<SavedView>(`views.${name}`);
  const [isOpen, setOpen] = useState(false);
  const current = textAt(search, 'view');
  const part = textAt(search, 'part');

  const take = (view: SavedView, isStep = true): void => {
    const preset = layout.presets.find(({ key }) => key === view.preset);
    if (preset) layout.choose(preset);
    setSearch({ ...(part !== undefined && { part }), ...view.search, view: view.name }, isStep);
    setOpen(false);
  };
  // Only what a screen is opened with decides: whoever clears his filters afterwards wants none.
  const wasOpened = useRef(false);
  useEffect(() => {
    if (wasOpened.current) return;
    wasOpened.current = true;
    const first = kept.find((view) => view.isDefault);
    if (first && Object.keys(search).length === 0) take(first, false);
  });

  const save = (label: string, isShared: boolean): void => {
    const sort = textAt(search, 'sort');
    const { preset } = layout.layout;
    keep([
      ...kept.filter((view) => view.name !== label),
      {
        name: label,
        search: { ...withoutPrivate(filtersOf(search)), ...(sort !== undefined && { sort }) },
        ...(preset !== undefined && { preset }),
        ...(isShared && { isShared }),
      },
    ]);
    setSearch({ ...search, view: label });
    setOpen(false);
  };
  const makeDefault = (label: string): void =>
    keep(
      kept.map(({ isDefault, ...view }) =>
        view.name === label && !isDefault ? { ...view, isDefault: true } : view,
      ),
    );

  return (
    <LatePopover
      button={
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconBookmark size={15} aria-hidden />}
          onClick={fetchShared}
        >
          {current ?? t('table.views')}
        </Button>
      }
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      className={styles.panel}
    >
      {kept.map((view) => (
        <div key={view.name} data-current={view.name === current || undefined}>
          <button type="button" className={styles.take} onClick={() => take(view)}>
            {view.name}
            {view.isShared && <small>{t('table.shared')}</small>}
          </button>
          <button
            type="button"
            aria-pressed={view.isDefault === true}
            aria-label={`${t('table.defaultView')} ${view.name}`}
            title={t('table.defaultView')}
            onClick={() => makeDefault(view.name)}
          >
            {view.isDefault ? <IconStarFilled size={14} aria-hidden /> : <IconStar size={14} aria-hidden />}
          </button>
          <button
            type="button"
            aria-label={`${t('buttons.delete')} ${view.name}`}
            title={t('buttons.delete')}
            onClick={() => keep(kept.filter((other) => other !== view))}
          >
            <IconX size={14} aria-hidden />
          </button>
        </div>
      ))}
      {shared.map(({ by, item }) => (
        <div key={`${by} ${item.name}`}>
          <button type="button" className={styles.take} onClick={() => take(item)}>
            {item.name}
            <small>{by}</small>
          </button>
        </div>
      ))}
      {kept.length + shared.length === 0 && <p>{t('table.noViews')}</p>}
      {kept.length < mostViews && <SaveAs label={t('table.viewName')} onSave={save} />}
    </LatePopover>
  );
}
