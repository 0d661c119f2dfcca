import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { LateMenu } from '../../kit/late-popup.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from './top-bar.module.css';

/** Light, dark, or as the system is. */
export function ThemeMenu() {
  const t = useWords('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }[colorScheme];
  return (
    <LateMenu
      position="bottom-end"
      button={
        <button type="button" className={styles.icon} aria-label={t('theme')} title={t('theme')}>
          <Icon size={18} />
        </button>
      }
    >
      <Menu.Item leftSection={<IconSun size={15} />} onClick={() => setColorScheme('light')}>
        {t('themeLight')}
      </Menu.Item>
      <Menu.Item leftSection={<IconMoon size={15} />} onClick={() => setColorScheme('dark')}>
        {t('themeDark')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDeviceDesktop size={15} />} onClick={() => setColorScheme('auto')}>
        {t('themeAuto')}
      </Menu.Item>
    </LateMenu>
  );
}
