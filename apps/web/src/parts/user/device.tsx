import { useWords } from '../../lib/use-words.ts';
import { deviceOf } from './device-name.ts';

/** Long enough for the name of a program, and no more of what it says of itself. */
const shownCharacters = 24;

/** A device as people know it; what it said of itself is in the tooltip. */
export function Device({ userAgent }: { readonly userAgent: string | null }) {
  const t = useWords('personal');
  if (userAgent === null || userAgent === '') return '–';
  const device = deviceOf(userAgent);
  return (
    <span title={userAgent}>
      {device === null
        ? t('sessions.programNamed', {
            name: userAgent.split(/[\s(]/, 1)[0]?.slice(0, shownCharacters) ?? '',
          })
        : t('sessions.on', { browser: device.browser, system: device.system })}
    </span>
  );
}
