import { Menu } from '@mantine/core';
import { localeNames, locales } from '@suanpan/messages/locale';
import { IconLanguage } from '@tabler/icons-react';
import { LateMenu } from '../../kit/late-popup.tsx';
import { currentLocale, setLocale } from '../../lib/locale.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './top-bar.module.css';

/** Each language in its own script. */
export function LanguageMenu() {
  const t = useWords('shell');
  return (
    <LateMenu
      position="bottom-end"
      button={
        <button type="button" className={styles.icon} aria-label={t('language')} title={t('language')}>
          <IconLanguage size={18} />
        </button>
      }
    >
      {locales.map((locale) => (
        <Menu.Item
          key={locale}
          lang={locale}
          aria-current={locale === currentLocale() ? 'true' : undefined}
          fw={locale === currentLocale() ? 500 : 400}
          onClick={() => setLocale(locale)}
        >
          {localeNames[locale]}
        </Menu.Item>
      ))}
    </LateMenu>
  );
}
