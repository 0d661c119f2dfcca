import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { fetchShared } from '../../lib/shared-preferences.ts';
import { useWords } from '../../lib/use-words.ts';
import { LatePopover } from '../late-popup.tsx';
import { SaveAs } from '../save-as.tsx';
import { ColumnList } from './column-list.tsx';
import type { GridColumn } from './grid-column.ts';
import type { GridLayoutControl } from './grid-layout.ts';
import styles from './grid-settings.module.css';

interface GridSettingsProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly control: GridLayoutControl;
}

const densities = [
  ['compact', 'table.dense'],
  ['roomy', 'table.comfortable'],
] as const;
const mostPresets = 20;

/** Presets, and by hand: which columns, in which order, which stay in view, how dense. */
export function GridSettings<Row>({ columns, control }: GridSettingsProps<Row>) {
  const t = useWords('common');
  const [isOpen, setOpen] = useState(false);
  const { layout, presets, change } = control;
  const own = presets.flatMap((preset) => preset.own ?? []);
  return (
    <LatePopover
      button={
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={t('table.columns')}
          title={t('table.columns')}
          {...(presets.length > 0 && { onClick: fetchShared })}
        >
          <IconAdjustmentsHorizontal size={17} aria-hidden />
        </ActionIcon>
      }
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      className={styles.panel}
    >
      {presets.length > 0 && (
        <fieldset className={styles.presets}>
          <legend>{t('table.presets')}</legend>
          {presets.map((preset) => (
            <span key={preset.key}>
              <label>
                <input
                  type="radio"
                  name="preset"
                  checked={layout.preset === preset.key}
                  onChange={() => control.choose(preset)}
                />
                {preset.label}
                {preset.by !== undefined && <small>{preset.by}</small>}
                {preset.own?.isShared && <small>{t('table.shared')}</small>}
              </label>
              {preset.own && (
                <button type="button" onClick={() => control.forget(preset.label)}>
                  {t('buttons.delete')}
                </button>
              )}
            </span>
          ))}
          {own.length < mostPresets && <SaveAs label={t('table.presetName')} onSave={control.saveAs} />}
        </fieldset>
      )}
      <ColumnList columns={columns} control={control} />
      <fieldset className={styles.density}>
        <legend>{t('table.density')}</legend>
        {densities.map(([density, word]) => (
          <label key={density}>
            <input
              type="radio"
              name="density"
              checked={layout.density === density}
              onChange={() => change({ density })}
            />
            {t(word)}
          </label>
        ))}
      </fieldset>
      <Button variant="subtle" size="xs" onClick={control.reset}>
        {t('table.restore')}
      </Button>
    </LatePopover>
  );
}
