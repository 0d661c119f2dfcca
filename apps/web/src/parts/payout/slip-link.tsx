import { Button } from '@mantine/core';
import { slipPath } from '@suanpan/contract/endpoints/payouts';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fetchBlob } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from '../order/drawer.module.css';

/** The picture of a transfer, fetched when somebody wants to see it: it needs the reader's token, and stays in this page. */
export function SlipLink({ file }: { file: string }) {
  const t = useWords('payouts');
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => () => void (address !== null && URL.revokeObjectURL(address)), [address]);
  if (address !== null) return <img className={styles.slip} src={address} alt={t('dialog.slip')} />;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPhoto size={14} />}
      onClick={() =>
        void fetchBlob(`${slipPath}/${file}`).then((blob) => setAddress(URL.createObjectURL(blob)))
      }
    >
      {t('drawer.slip')}
    </Button>
  );
}
