import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowserIfAny } from '../../tools/browser.ts';

const chromium = await findBrowserIfAny();

// Everything of the web app is tested where it lives: in a real browser.
export default defineConfig({
  plugins: [react()],
  optimizeDeps: {
    include: [
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'vitest-browser-react',
      '@mantine/charts',
      '@mantine/core',
      '@tabler/icons-react',
      '@tanstack/react-query',
      'altcha-lib/v1',
      'i18next',
      'preact',
      'preact/hooks',
      'preact/jsx-dev-runtime',
      'socket.io-client',
      'uqr',
    ],
  },
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.{ts,tsx}'],
    // What is polled comes later where others have the processors.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: chromium
          ? { executablePath: chromium.executablePath, args: chromium.args, env: chromium.env }
          : {},
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
