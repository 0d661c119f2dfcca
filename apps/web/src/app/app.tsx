import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { CopyBubble } from '../kit/copy-bubble.tsx';
import { useOwnCustomized } from '../lib/own-user.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession } from '../lib/session.ts';
import { setAppName } from '../lib/title.ts';
import { useShownLocale } from '../lib/use-shown-locale.ts';
import { WordsContext } from '../lib/use-words.ts';
import { useIsStartingOver } from '../parts/demo/starting-over.ts';
import { brandedTheme, cssVariables } from '../theme/theme.ts';
import { brandingQuery } from './branding.ts';
import { Router } from './router.tsx';

const DrawingAnew = lazy(async () => ({
  default: (await import('../parts/demo/drawing-anew.tsx')).DrawingAnew,
}));

/** The nonce that the server wrote into the page, for the few style elements that are made at run time. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Dressed />
    </QueryClientProvider>
  );
}

/** The product in the brand of its host, or of the senior agent whose user has signed in. */
function Dressed() {
  const own = useOwnCustomized();
  // Whoever has signed in brings his brand with him: only strangers ask for that of the host.
  const host = useQuery({ ...brandingQuery, enabled: currentSession() === null }).data;
  const locale = useShownLocale();
  const isStartingOver = useIsStartingOver();
  const { color, app_name: name } = own ?? host ?? {};
  const theme = useMemo(
    () => brandedTheme(color, i18next.getFixedT(locale, 'login')('showPassword')),
    [color, locale],
  );
  useEffect(() => {
    if (name !== undefined) setAppName(name);
  }, [name]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      deduplicateInlineStyles
    >
      <WordsContext value={locale}>
        <Suspense fallback={null}>
          {isStartingOver ? <DrawingAnew /> : <Router />}
          <CopyBubble />
        </Suspense>
      </WordsContext>
    </MantineProvider>
  );
}
