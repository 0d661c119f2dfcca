import { bind2FA, startBinding2FA } from '@suanpan/contract/endpoints/login';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useSelf } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { bindingWanted } from '../../lib/session.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';

const BindingDialog = lazy(async () => ({ default: (await import('./binding-dialog.tsx')).BindingDialog }));

const boundAlready = 10026;

/** A session without a second factor may do nothing but bind one, or leave. */
export function TwoFactorLock() {
  const t = useWords('login');
  const self = useSelf();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => bindingWanted.listen(() => setWanted(true)), []);
  const isLocked = !self.google2FA || isWanted;
  const { data } = useQuery({
    queryKey: ['binding'],
    enabled: isLocked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      try {
        return await call(startBinding2FA, {}, { signal });
      } catch (cause) {
        // Bound already: no dialog, no error (specification §8).
        if (cause instanceof CallFault && cause.code === boundAlready) return null;
        throw cause;
      }
    },
  });
  const bind = useMutation({
    mutationFn: (oneCode: string) => call(bind2FA, { oneCode }),
    meta: { handlesFault: true },
    onSuccess: async () => {
      setWanted(false);
      queryClient.removeQueries({ queryKey: ['binding'] });
      toasts.emit({ tone: 'ok', title: t('binding.succeeded') });
      await queryClient.invalidateQueries();
    },
  });
  if (!isLocked || !data) return null;
  return (
    <Suspense fallback={null}>
      <BindingDialog
        secret={data.secret}
        otpauthUrl={data.otpauth_url}
        onBind={async (oneCode) => {
          await bind.mutateAsync(oneCode).catch(() => null);
        }}
        error={bind.error?.message ?? null}
        isBusy={bind.isPending}
      />
    </Suspense>
  );
}
