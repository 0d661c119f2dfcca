import { Button, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { localeNames, locales } from '@suanpan/messages/locale';
import { useState } from 'react';
import { keysAreOn, setKeysOn } from '../../../lib/keys.ts';
import { currentLocale, setLocale } from '../../../lib/locale.ts';
import { usePreference } from '../../../lib/preferences.ts';
import { isSoundOn, ring, setSoundOn, setSoundVolume, soundVolume, unlockSound } from '../../../lib/sound.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Card, CardRow } from './card.tsx';
import styles from './personal.module.css';

const testMs = 1_500;
const schemes = ['light', 'dark', 'auto'] as const;
const schemeWords = { light: 'themeLight', dark: 'themeDark', auto: 'themeAuto' } as const;

/** Sound, language, appearance and keys: they act at once, so there is nothing to save. */
export function PreferencesCard() {
  const t = useWords('personal');
  const shell = useWords('shell');
  const [hasSound, setSound] = useState(isSoundOn);
  const [volume, setVolume] = useState(soundVolume);
  const [hasKeys, setKeys] = useState(keysAreOn);
  const [ringsForOrders, setRing] = usePreference<boolean>('collections.ring', false);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card title={t('settings.title')}>
      <CardRow
        title={t('settings.sound')}
        hint={t('settings.soundHint')}
        action={
          <Switch
            checked={hasSound}
            aria-label={t('settings.sound')}
            onChange={(event) => {
              unlockSound();
              setSoundOn(event.currentTarget.checked);
              setSound(event.currentTarget.checked);
            }}
          />
        }
      />
      <CardRow
        title={t('settings.volume')}
        hint={`${Math.round(volume * 100)} %`}
        action={
          <span className={styles.volume}>
            <input
              type="range"
              min={0}
              max={1}
              step={0.05}
              value={volume}
              aria-label={t('settings.volume')}
              onChange={(event) => {
                // Not money: how loud the bell is.
                const next = Number(event.currentTarget.value);
                setSoundVolume(next);
                setVolume(next);
              }}
            />
            <Button
              size="xs"
              variant="default"
              disabled={!hasSound}
              onClick={() => {
                unlockSound();
                // The click that asks for the sound must not be the click that ends it.
                setTimeout(() => ring(testMs), 50);
              }}
            >
              {t('settings.test')}
            </Button>
          </span>
        }
      />
      <CardRow
        title={t('settings.newOrders')}
        hint={t('settings.newOrdersHint')}
        action={
          <Switch
            checked={ringsForOrders}
            aria-label={t('settings.newOrders')}
            onChange={(event) => setRing(event.currentTarget.checked)}
          />
        }
      />
      <CardRow
        title={t('settings.language')}
        hint={localeNames[currentLocale()]}
        action={
          <SegmentedControl
            className={styles.choice}
            size="xs"
            aria-label={t('settings.language')}
            value={currentLocale()}
            data={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
            onChange={setLocale}
          />
        }
      />
      <CardRow
        title={t('settings.theme')}
        hint={shell(schemeWords[colorScheme])}
        action={
          <SegmentedControl
            className={styles.choice}
            size="xs"
            aria-label={t('settings.theme')}
            value={colorScheme}
            data={schemes.map((scheme) => ({ value: scheme, label: shell(schemeWords[scheme]) }))}
            onChange={setColorScheme}
          />
        }
      />
      <CardRow
        title={t('settings.shortcuts')}
        hint={shell('shortcutsOn')}
        action={
          <Switch
            checked={hasKeys}
            aria-label={t('settings.shortcuts')}
            onChange={(event) => {
              setKeysOn(event.currentTarget.checked);
              setKeys(event.currentTarget.checked);
            }}
          />
        }
      />
    </Card>
  );
}
