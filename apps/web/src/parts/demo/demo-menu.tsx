import { Menu } from '@mantine/core';
import {
  IconBuildingBank,
  IconChevronDown,
  IconClockPlay,
  IconMailCheck,
  IconMailX,
  IconRefresh,
  IconRoute,
  IconShoppingCart,
} from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { LateMenu } from '../../kit/late-popup.tsx';
import { useMay, useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { sandboxAddress } from './sandbox-address.ts';
import { Tour } from './tour.tsx';
import { tourOf } from './tour-steps.ts';
import styles from './demo.module.css';

const ClockDialog = lazy(async () => ({ default: (await import('./clock-dialog.tsx')).ClockDialog }));
const StartOver = lazy(async () => ({ default: (await import('./start-over.tsx')).StartOver }));

/** The courses of the bank that are worth watching first, by the digits that choose them; the cart offers all. */
const courses = [
  ['01', 'declined'],
  ['02', 'neverPaid'],
  ['05', 'underpaid'],
  ['04', 'oftenNotified'],
  ['09', 'reversed'],
  ['13', 'silent'],
  ['16', 'stranger'],
] as const;

/** Everything that drives the demo, behind its badge; each entry opens something at once. */
export function DemoMenu({ badge }: { badge: ReactNode }) {
  const t = useWords('demo');
  const self = useSelf();
  const may = useMay();
  const [step, setStep] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'clock' | 'reset' | null>(null);
  const canMove = may('admin.operate.update');
  // A merchant buys in his own shop, everybody else in the first.
  const shop: Readonly<Record<string, string>> = self.role_name === 'customer' ? { shop: self.username } : {};
  const close = (): void => setDialog(null);
  return (
    <>
      <LateMenu
        position="bottom-start"
        width={290}
        button={
          <button type="button" className={styles.badge}>
            {badge}
            <IconChevronDown size={13} aria-hidden />
          </button>
        }
      >
        <Outside icon={<IconShoppingCart size={15} />} href={sandboxAddress('/echo-shop/', shop)}>
          {t('makeOrder')}
          <small className={styles.hint}>{t('makeOrderHint')}</small>
        </Outside>
        <Outside icon={<IconBuildingBank size={15} />} href={sandboxAddress('/sandbox/console')}>
          {t('openBank')}
          <small className={styles.hint}>{t('openBankHint')}</small>
        </Outside>
        <Outside icon={<IconMailCheck size={15} />} href={sandboxAddress('/echo-shop/callbacks')}>
          {t('openShop')}
          <small className={styles.hint}>{t('openShopHint')}</small>
        </Outside>
        <Menu.Divider />
        <Menu.Label>{t('misbehave')}</Menu.Label>
        {courses.map(([course, word]) => (
          <Outside
            key={course}
            icon={<span className="num">{course}</span>}
            href={sandboxAddress('/echo-shop/', { ...shop, course })}
          >
            {t(`charge.${word}`)}
          </Outside>
        ))}
        <Outside
          icon={<IconMailX size={15} />}
          href={sandboxAddress('/echo-shop/', { ...shop, answer: '500' })}
        >
          {t('refuseCallbacks')}
        </Outside>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconClockPlay size={15} />}
          disabled={!canMove}
          onClick={() => setDialog('clock')}
        >
          {t('moveClock')}
          {!canMove && <small className={styles.hint}>{t('onlyAdmin')}</small>}
        </Menu.Item>
        <Menu.Item leftSection={<IconRoute size={15} />} onClick={() => setStep(0)}>
          {t('takeTour')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRefresh size={15} />}
          disabled={!canMove}
          onClick={() => setDialog('reset')}
        >
          {t('startOver')}
          {!canMove && <small className={styles.hint}>{t('onlyAdmin')}</small>}
        </Menu.Item>
      </LateMenu>
      {step !== null && <Tour steps={tourOf[self.role_name]} at={step} onMove={setStep} />}
      <Suspense fallback={null}>
        {dialog === 'clock' && <ClockDialog onClose={close} />}
        {dialog === 'reset' && <StartOver onClose={close} />}
      </Suspense>
    </>
  );
}

function Outside({ icon, href, children }: { icon: ReactNode; href: string; children: ReactNode }) {
  return (
    <Menu.Item leftSection={icon} component="a" href={href} target="_blank" rel="noopener">
      {children}
    </Menu.Item>
  );
}
