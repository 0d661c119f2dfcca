/** @jsxImportSource preact */
import { isLocale, localeFromHeader, type Locale } from '@suanpan/messages/locale';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chosenLocale, currentLocale, localeChanged, startLocale } from '../../lib/locale.ts';
import '../../theme/tokens.css';
import { payCall } from './pay-api.ts';
import { DeadLink, PayPage } from './pay-page.tsx';
import { loadPayWords, PayWordsContext, type PayWords } from './pay-words.ts';

/** `#/checkout?t=…`, or any other of the payer's page names: the token alone says what is shown. */
function tokenInAddress(): string | null {
  return /^#\/\w+\?(?:.*&)?t=([A-Za-z0-9_-]{16,64})/.exec(location.hash)?.[1] ?? null;
}

/** The payer's own choice, then the order's language, then the browser's. */
async function firstLocale(token: string | null): Promise<Locale> {
  const chosen = chosenLocale();
  if (chosen !== null) return chosen;
  const wanted =
    token === null
      ? null
      : await payCall(token).then(
          (view) => view.locale,
          () => null,
        );
  return isLocale(wanted) ? wanted : localeFromHeader(null, navigator.languages.join(','));
}

function PayApp({ token, first }: { token: string | null; first: PayWords }) {
  const [words, setWords] = useState(first);
  useEffect(() => {
    const stop = localeChanged.listen((locale) => void loadPayWords(locale).then(setWords));
    return () => stop();
  }, []);
  return (
    <PayWordsContext.Provider value={words}>
      {token === null ? <DeadLink /> : <PayPage key={token} token={token} />}
    </PayWordsContext.Provider>
  );
}

const token = tokenInAddress();
void show();

async function show(): Promise<void> {
  startLocale(await firstLocale(token));
  const words = await loadPayWords(currentLocale());
  const root = document.getElementById('root');
  if (root) render(<PayApp token={token} first={words} />, root);
}
// Another link opened in this tab changes only the part after `#`.
addEventListener('hashchange', () => {
  if (tokenInAddress() !== token) location.reload();
});
