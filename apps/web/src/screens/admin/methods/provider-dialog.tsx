import { NativeSelect, TextInput } from '@mantine/core';
import { channelProviders, createProvider } from '@suanpan/contract/endpoints/channel-definitions';
import type { DriverView } from '@suanpan/contract/endpoints/channel-definitions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from '../../../parts/user/dialogs.module.css';

/** A provider, and which of the product's protocols it speaks. */
export function ProviderDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('channelDefs');
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [channelProviders.path],
    queryFn: ({ signal }) => call(channelProviders, {}, { signal }),
  });
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('');
  const drivers = data?.drivers ?? [];
  const driver = drivers.find((one) => one.name === chosen) ?? drivers[0];
  return (
    <FormDialog
      title={t('acts.addProvider')}
      submitLabel={t('acts.save')}
      isReady={driver !== undefined && code !== '' && name.trim() !== ''}
      act={async () => {
        await call(createProvider, { code, name: name.trim(), driver: driver?.name ?? '' });
        toasts.emit({ tone: 'ok', title: t('done.provider'), text: name.trim() });
        await client.invalidateQueries({ queryKey: [channelProviders.path] });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <div className={styles.form}>
          <TextInput
            name="code"
            label={t('columns.code')}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.replace(/[^\w-]/g, '').slice(0, 32))}
            error={errorOf('code')}
            autoComplete="off"
            required
          />
          <TextInput
            name="name"
            label={t('columns.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errorOf('name')}
            maxLength={64}
            autoComplete="off"
            required
          />
          <NativeSelect
            label={t('columns.driver')}
            value={driver?.name ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={drivers.map((one) => one.name)}
            description={driver && driverText(t, driver)}
            error={errorOf('driver')}
          />
        </div>
      )}
    </FormDialog>
  );
}

/** What a protocol can do, in one line. */
export function driverText(t: TFunction<'channelDefs'>, driver: DriverView): string {
  const said = t('hints.driver', {
    directions: driver.directions
      .map((one) => t(`directions.${one === 'payout' ? 'payment' : 'collection'}`))
      .join(' · '),
    final: driver.not_found_is_final ? t('hints.final') : t('hints.notFinal'),
    seconds: driver.query_min_delay_s,
  });
  return driver.sandbox ? `${t('hints.sandbox')} · ${said}` : said;
}
