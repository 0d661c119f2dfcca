import type { TFunction } from 'i18next';

/** A name of the program; whatever else stands there was written by somebody and is shown as it is. */
const isName = /^[a-z][A-Za-z0-9]*$/;

/** Why it failed, in words where it has some; what nobody kept of the particulars is not waited for. */
export function toldFailure(errors: TFunction<'errors'>, failure: string): string {
  if (!isName.test(failure)) return failure;
  const told = errors(failure as 'channelError', { defaultValue: failure, detail: '' });
  return told.replace(/\s*[:：]\s*$/, '');
}
