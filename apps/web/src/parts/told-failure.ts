import type { TFunction } from 'i18next';

/** Why it failed, in words where it has some; what nobody kept of the particulars is not waited for. */
export function toldFailure(errors: TFunction<'errors'>, failure: string): string {
  const told = errors(failure as 'channelError', { defaultValue: failure, detail: '' });
  return told.replace(/\s*[:：]\s*$/, '');
}
