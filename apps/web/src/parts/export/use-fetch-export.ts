import { downloadTicket } from '@suanpan/contract/endpoints/exports';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { startDownload } from '../../lib/start-download.ts';
import { toasts } from '../../lib/toast.ts';

/** Fetches a finished export by an address that counts once; `onBegun` is told once the browser has it. */
export function useFetchExport(onBegun?: (file: string) => void) {
  return useMutation({
    mutationFn: (file: string) => call(downloadTicket, { file }),
    onSuccess: ({ url }, file) => {
      startDownload(url);
      onBegun?.(file);
    },
    onError: (fault) => {
      if (fault instanceof CallFault) toasts.emit({ tone: 'fail', title: fault.message });
    },
  });
}
