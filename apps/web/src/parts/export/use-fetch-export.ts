import { downloadTicket } from '@suanpan/contract/endpoints/exports';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { startDownload } from '../../lib/start-download.ts';
import { toasts } from '../../lib/toast.ts';
import { removeFinishedExport } from './finished-exports.ts';

/** Deleted, or its days are over: there is nothing left to fetch. */
const gone: readonly number[] = [404, 21802];

/** Fetches a finished export by an address that counts once; the corner offers it no longer once the browser has it. */
export function useFetchExport() {
  return useMutation({
    mutationFn: (file: string) => call(downloadTicket, { file }),
    onSuccess: ({ url }, file) => {
      startDownload(url);
      removeFinishedExport(file);
    },
    onError: (fault, file) => {
      if (!(fault instanceof CallFault)) return;
      toasts.emit({ tone: 'fail', title: fault.message });
      if (gone.includes(fault.code)) removeFinishedExport(file);
    },
  });
}
