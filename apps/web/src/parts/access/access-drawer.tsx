import { useQuery } from '@tanstack/react-query';
import { Fault } from '../../kit/fault.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { call } from '../../lib/api.ts';
import { AccessForm } from './access-form.tsx';
import { accessCalls, type AccessReach } from './access-calls.ts';
import frame from '../permission-tree/rights-form.module.css';

interface AccessDrawerProps {
  readonly reach: AccessReach;
  readonly id: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** One user's rights: where they come from, what they are, what he sees with them. */
export function AccessDrawer({ reach, id, onClose, onSaved }: AccessDrawerProps) {
  const user = useQuery({
    queryKey: ['access', reach, id],
    queryFn: ({ signal }) => call(accessCalls[reach].read, { id }, { signal }),
    // A form is filled in once; whoever saves on an older version is told so by the server.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <SideDrawer onClose={onClose} size={860} title={user.data?.name}>
      {user.error && (
        <div className={frame.fault}>
          <Fault fault={user.error} onRetry={() => void user.refetch()} />
        </div>
      )}
      {user.data && (
        <AccessForm
          key={user.data.version}
          reach={reach}
          user={user.data}
          onStale={() => void user.refetch()}
          onDone={() => {
            onSaved();
            onClose();
          }}
          onClose={onClose}
        />
      )}
    </SideDrawer>
  );
}
