import './theme/base-styles.ts';
import { defaultLocale } from '@suanpan/messages/locale';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { fetchFirstPage, firstAreas, isInside } from './app/router.tsx';
import { resumeSession, watchSessionEnd } from './app/session-flow.ts';
import { watchActivity } from './lib/activity.ts';
import { startWords } from './lib/i18n.ts';
import { chosenLocale, startLocale } from './lib/locale.ts';
import { watchVisibility } from './lib/title.ts';
import { trustRules } from './lib/trusted-text.ts';

// Libraries that make style elements of their own ask for the nonce under this name.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

trustRules();
startLocale(chosenLocale() ?? defaultLocale);
watchActivity();
watchVisibility();
watchSessionEnd();
fetchFirstPage();
// The router asks again, and shows what failed.
if (isInside) resumeSession().catch(() => {});
void show();

// Not awaited by the module itself: a bundle with such a module is put together from twice as many files.
async function show(): Promise<void> {
  await startWords(firstAreas);
  const root = document.querySelector('#root');
  if (!root) throw new Error('the page has no root element');
  createRoot(root).render(<App />);
}
