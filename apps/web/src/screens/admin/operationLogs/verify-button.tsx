import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';

const VerifyDialog = lazy(async () => ({ default: (await import('./verify-dialog.tsx')).VerifyDialog }));

/** Opens the verification of the chain, for those who may run it. */
export function VerifyButton() {
  const t = useWords('audit');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('admin.operationLogs.verify')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('proof.verify')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <VerifyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
