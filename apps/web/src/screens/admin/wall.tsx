import { createPortal } from 'react-dom';
import { Fault } from '../../kit/fault.tsx';
import { ScreenSkeleton } from '../../kit/screen-skeleton.tsx';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { Alarms, countAlarms } from './wall/alarms.tsx';
import { Channels } from './wall/channels.tsx';
import { Flight } from './wall/flight.tsx';
import { FullScreenContext, useFullScreen } from './wall/full-screen.ts';
import { Head } from './wall/head.tsx';
import { Queues } from './wall/queues.tsx';
import { Stream } from './wall/stream.tsx';
import { Today } from './wall/today.tsx';
import { useAlarm } from './wall/use-alarm.ts';
import { useWall } from './wall/use-wall.ts';
import styles from './wall/wall.module.css';

/** What a team watches all day, on a screen of its own or across a room. */
export function Wall() {
  const { title } = useScreenPlace();
  const { data, error, readAt, refetch } = useWall();
  const { enter, isFull, leave } = useFullScreen();
  useAlarm(data);
  const shown = (
    <FullScreenContext value={isFull}>
      <div className={styles.wall} data-full={isFull || undefined} data-reading={isFull ? 'afar' : undefined}>
        <Head title={title} readAt={readAt} hasFailed={error !== null} onEnter={enter} onLeave={leave} />
        {error && !data && <Fault fault={error} onRetry={() => void refetch()} />}
        {!data && !error && <ScreenSkeleton />}
        {data && (
          <>
            <Today data={data} />
            <div className={styles.body}>
              <Channels channels={data.channels} />
              <Flight money={data.in_flight} />
              <div>
                <Alarms data={data} />
                <Stream orders={data.latest} alarms={countAlarms(data)} />
              </div>
            </div>
            <Queues queues={data.queues} failing={data.callbacks_failing} />
          </>
        )}
      </div>
    </FullScreenContext>
  );
  return isFull ? createPortal(shown, document.body) : shown;
}
