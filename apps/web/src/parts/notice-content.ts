import type { Notification } from '@suanpan/contract/endpoints/notifications';
import { shortName } from './export/short-name.ts';

/** What a notice says below its title; that of an export holds the whole name of the file (specification §3). */
export function contentOfNotice({ msgType, data }: Notification): string {
  return msgType === 'ExportCompleted' ? shortName(data.message.content) : data.message.content;
}
