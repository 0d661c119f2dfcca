/** @jsxImportSource preact */
import { isLocale, localeFromHeader, type Locale } from '@suanpan/messages/locale';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chosenLocale, currentLocale, localeChanged, startLocale } from '../../lib/locale.ts';
import '../../theme/tokens.css';
import { firstView, type FirstView } from './pay-api.ts';
import { DeadLink, PayPage } from './pay-page.tsx';
import { payWords, PayWordsContext } from './pay-words.ts';

/** `#/checkout?t=…`, or any other of the payer's page names: the token alone says what is shown. */
function tokenInAddress(): string | null {
  return /^#\/\w+\?(?:.*&)?t=([A-Za-z0-9_-]{16,64})/.exec(location.hash)?.[1] ?? null;
}

/** The payer's own choice, then the order's language, then the browser's. */
function localeOf(first: FirstView | null): Locale {
  const wanted = chosenLocale() ?? first?.view.locale;
  return isLocale(wanted) ? wanted : localeFromHeader(null, navigator.languages.join(','));
}

function PayApp({ token, first }: { token: string | null; first: FirstView | null }) {
  const [locale, setShown] = useState(currentLocale);
  useEffect(() => localeChanged.listen(setShown), []);
  return (
    <PayWordsContext.Provider value={payWords[locale]}>
      {token === null ? <DeadLink /> : <PayPage key={token} token={token} first={first} />}
    </PayWordsContext.Provider>
  );
}

const token = tokenInAddress();
void show();

async function show(): Promise<void> {
  const first = token === null ? null : await firstView(token);
  startLocale(localeOf(first));
  const root = document.getElementById('root');
  if (root) render(<PayApp token={token} first={first} />, root);
}
// Another link opened in this tab changes only the part after `#`.
addEventListener('hashchange', () => {
  if (tokenInAddress() !== token) location.reload();
});
