import { Button } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fetchBlob } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from '../order/drawer.module.css';

interface SlipLinkProps {
  /** Below which slips are given. */
  readonly path: string;
  readonly file: string;
}

/**
 * The slip of a transfer, fetched when somebody wants to see it: it needs the reader's token, and stays in this page. A picture is
 * shown there; a PDF is only kept as a file, since it may do more than show.
 */
export function SlipLink({ file, path }: SlipLinkProps) {
  const t = useWords('payouts');
  const [shown, setShown] = useState<{ readonly address: string; readonly isPicture: boolean } | null>(null);
  const address = shown?.address;
  useEffect(() => () => void (address !== undefined && URL.revokeObjectURL(address)), [address]);
  if (shown?.isPicture === true)
    return <img className={styles.slip} src={shown.address} alt={t('dialog.slip')} />;
  if (shown !== null) {
    return (
      <Button
        component="a"
        variant="default"
        size="xs"
        href={shown.address}
        download="slip.pdf"
        leftSection={<IconFileText size={14} />}
      >
        {t('drawer.slipFile')}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPhoto size={14} />}
      onClick={() =>
        void fetchBlob(`${path}/${file}`).then((blob) =>
          setShown({ address: URL.createObjectURL(blob), isPicture: blob.type.startsWith('image/') }),
        )
      }
    >
      {t('drawer.slip')}
    </Button>
  );
}
