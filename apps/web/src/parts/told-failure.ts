import { tellFailure } from '@suanpan/messages/tell-failure';
import type { TFunction } from 'i18next';

/** Why it failed, in words where it has some. */
export function toldFailure(errors: TFunction<'errors'>, failure: string): string {
  return tellFailure(failure, (name) => errors(name as 'channelError', { defaultValue: name, detail: '' }));
}
