import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useWords } from '../../lib/use-words.ts';
import { sandboxAddress } from './sandbox-address.ts';

/** Leads from an order to its charge at the sandbox bank, where it can be made to go wrong. */
export function ChargeLink({ orderNo }: { orderNo: string }) {
  const t = useWords('demo');
  return (
    <Button
      component="a"
      href={sandboxAddress(`/sandbox/console/orders/${orderNo}`)}
      target="_blank"
      rel="noopener"
      variant="default"
      rightSection={<IconBuildingBank size={14} />}
    >
      {t('openCharge')}
    </Button>
  );
}
