import '../src/theme/base-styles.ts';
import '../src/theme/shell-styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { Suspense, type ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { startWords } from '../src/lib/i18n.ts';
import { startLocale } from '../src/lib/locale.ts';
import { queryClient } from '../src/lib/query-client.ts';
import { WordsContext } from '../src/lib/use-words.ts';
import { cssVariables, theme } from '../src/theme/theme.ts';

function Dressed({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
        <WordsContext value="en">
          <div id="piece">
            <Suspense fallback={null}>{children}</Suspense>
          </div>
        </WordsContext>
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** Renders a piece as the product dresses it, in English, with its words loaded. */
export async function renderDressed(piece: ReactNode) {
  if (!i18next.isInitialized) {
    startLocale('en');
    await startWords(['common', 'orders', 'login']);
  }
  const screen = await render(piece, { wrapper: Dressed });
  const shown = screen.container.querySelector<HTMLElement>('#piece');
  if (!shown) throw new Error('the piece was not rendered');
  // The provider writes its style elements beside the piece; they are no part of it.
  return { ...screen, piece: shown, text: () => shown.textContent };
}
