import { getOperate } from '@suanpan/contract/endpoints/operate';
import { useQuery } from '@tanstack/react-query';
import { Fault } from '../../kit/fault.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { ScreenSkeleton } from '../../kit/screen-skeleton.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { AlertsPart } from './operate/alerts-part.tsx';
import { ArchivePart } from './operate/archive-part.tsx';
import { lookEveryMs } from './operate/look-every.ts';
import { MaintenancePart } from './operate/maintenance-part.tsx';
import styles from './operate/operate.module.css';
import { PausesPart } from './operate/pauses-part.tsx';
import { QueuesPart } from './operate/queues-part.tsx';
import { ReplicaPart } from './operate/replica-part.tsx';
import { UpkeepPart } from './operate/upkeep-part.tsx';
import { WorksPart } from './operate/works-part.tsx';

/** The desk from which the house is shut, money is paused, and what is due or stuck is helped along. */
export function Operate() {
  const { title } = useScreenPlace();
  const { data, error, refetch } = useQuery({
    queryKey: [getOperate.path],
    queryFn: ({ signal }) => call(getOperate, {}, { signal, background: true }),
    refetchInterval: lookEveryMs,
  });
  return (
    <ListPage title={title}>
      <div className={styles.body}>
        {error instanceof CallFault && <Fault fault={error} onRetry={() => void refetch()} />}
        {!data && !error && <ScreenSkeleton />}
        {data && (
          <>
            <MaintenancePart view={data} />
            <PausesPart view={data} />
            <div className={styles.columns}>
              <QueuesPart queues={data.queues} />
              <WorksPart works={data.due} />
            </div>
            {data.report_replica && <ReplicaPart replica={data.report_replica} />}
            <ArchivePart />
            <AlertsPart />
            <UpkeepPart />
          </>
        )}
      </div>
    </ListPage>
  );
}
