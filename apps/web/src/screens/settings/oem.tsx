import { NativeSelect } from '@mantine/core';
import { getOem } from '@suanpan/contract/endpoints/oem';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fault } from '../../kit/fault.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { oemKey } from './oem/oem-key.ts';
import { OemForm } from './oem/oem-form.tsx';
import styles from './oem/oem.module.css';

/** Name, logo, colour and host: of the platform, or of a senior agent's tree. */
export function Oem() {
  const t = useWords('oem');
  const { title, search, setSearch } = useScreenPlace();
  const agentId = textAt(search, 'agent_id');
  const oem = useQuery({
    queryKey: [...oemKey, agentId ?? ''],
    queryFn: ({ signal }) => call(getOem, agentId === undefined ? {} : { agent_id: agentId }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = oem;
  return (
    <ListPage title={title}>
      <div className={styles.body}>
        {oem.error instanceof CallFault && <Fault fault={oem.error} onRetry={() => void oem.refetch()} />}
        {data && data.agents.length > 0 && (
          <NativeSelect
            className={styles.whose}
            label={t('whose')}
            value={agentId ?? ''}
            onChange={(event) =>
              setSearch(event.currentTarget.value === '' ? {} : { agent_id: event.currentTarget.value })
            }
            data={[
              { value: '', label: t('platform') },
              ...data.agents.map(({ id, name }) => ({ value: id, label: `${name} · ${id}` })),
            ]}
          />
        )}
        {data && !oem.isPlaceholderData && (
          <OemForm key={`${data.agent?.id ?? ''} ${data.version}`} oem={data} />
        )}
      </div>
    </ListPage>
  );
}
