import { Menu } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUserCog, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { LateMenu } from '../../kit/late-popup.tsx';
import { useMay, useSelf } from '../../lib/own-user.ts';
import { isSoundOn, setSoundOn, unlockSound } from '../../lib/sound.ts';
import { useWords } from '../../lib/use-words.ts';
import { signOut } from '../session-flow.ts';
import styles from './top-bar.module.css';

interface UserMenuProps {
  readonly onShortcuts: () => void;
}

/** Name, level and number; behind them what concerns oneself. */
export function UserMenu({ onShortcuts }: UserMenuProps) {
  const t = useWords('shell');
  const may = useMay();
  const self = useSelf();
  const [hasSound, setSound] = useState(isSoundOn);
  const number =
    self.customer_id !== undefined
      ? `${t('customerId')} ${self.customer_id}`
      : self.agent_id !== undefined
        ? `${t('agentId')} ${self.agent_id}`
        : null;
  const level = [self.role_name_ch, number].filter(Boolean).join(' · ');
  return (
    <LateMenu
      position="bottom-end"
      width={220}
      button={
        <button type="button" className={styles.user}>
          <span className={styles.face} aria-hidden>
            {[...self.name][0]}
          </span>
          <span className={styles.who}>
            <b>{self.name}</b>
            <small className="num">{level}</small>
          </span>
        </button>
      }
    >
      <Menu.Label>
        {self.username} · {self.role_name_ch}
        {number !== null && <div className="num">{number}</div>}
      </Menu.Label>
      {may('settings.personal.get') && (
        <Menu.Item leftSection={<IconUserCog size={15} />} component="a" href="#/wrap/settings.personal">
          {t('profile')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={hasSound ? <IconVolume size={15} /> : <IconVolumeOff size={15} />}
        closeMenuOnClick={false}
        onClick={() => {
          unlockSound();
          setSoundOn(!hasSound);
          setSound(!hasSound);
        }}
      >
        {hasSound ? t('soundOff') : t('soundOn')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard size={15} />} onClick={onShortcuts}>
        {t('shortcuts')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
        {t('signOut')}
      </Menu.Item>
    </LateMenu>
  );
}
