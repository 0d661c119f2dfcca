import { useMantineColorScheme } from '@mantine/core';
import { localeNames, locales } from '@suanpan/messages/locale';
import { wishExport } from '../../lib/export-wish.ts';
import { currentLocale, setLocale } from '../../lib/locale.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';

export interface Command {
  readonly key: string;
  readonly title: string;
  readonly run: () => void;
}

const schemes = { light: 'themeLight', dark: 'themeDark', auto: 'themeAuto' } as const;
const orders = '#/wrap/collections.transactions';
const amount = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,6})?$|^\d{1,12}(?:\.\d{1,6})?$/;

/** What can be done from the search box besides going somewhere; those that a text fits, all of them without one. */
export function useCommands(text: string): readonly Command[] {
  const t = useWords('shell');
  const may = useMay();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const mayList = may('collections.transactions.get');
  const wanted = text.toLowerCase();
  const commands: Command[] = [
    ...(mayList
      ? [
          {
            key: 'export',
            title: t('commands.export'),
            run: () => {
              if (!wishExport()) location.assign(orders);
            },
          },
        ]
      : []),
    ...(['light', 'dark', 'auto'] as const)
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => ({
        key: scheme,
        title: t('commands.theme', { name: t(schemes[scheme]) }),
        run: () => setColorScheme(scheme),
      })),
    ...locales
      .filter((locale) => locale !== currentLocale())
      .map((locale) => ({
        key: locale,
        title: t('commands.language', { name: localeNames[locale] }),
        run: () => setLocale(locale),
      })),
  ];
  const fitting = commands.filter(({ title }) => title.toLowerCase().includes(wanted));
  if (!mayList || !amount.test(text)) return fitting;
  const figure = text.replaceAll(',', '');
  const all = {
    key: 'amount',
    title: t('commands.amount', { amount: text }),
    run: () => {
      location.hash = `${orders}?range=all&amount_min=${figure}&amount_max=${figure}`;
    },
  };
  return [all, ...fitting];
}
