import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './build/compress-assets.ts';
import { leafImports } from './build/leaf-imports.ts';
import { slimEndpoints } from './build/slim-endpoints.ts';
import { startChunks } from './build/start-chunks.ts';

const server = 'http://127.0.0.1:3000';
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const office = at('index.html');

// The back office. The light payer pages are a build of their own (pay/vite.config.ts); a dev server has both.
export default defineConfig({
  root: at('.'),
  plugins: [
    react(),
    slimEndpoints(),
    compressAssets(),
    {
      ...leafImports({
        '@mantine/core': 'esm/index.mjs',
        '@mantine/hooks': 'esm/index.mjs',
        '@mantine/charts': 'esm/index.mjs',
        '@tabler/icons-react': 'dist/esm/tabler-icons-react.mjs',
      }),
      apply: 'build',
    },
  ],
  // The server writes a fresh nonce over this mark in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Icons stand in the style sheet that draws them: a file each would be a request each.
    assetsInlineLimit: (file) => /[\\/]kit[\\/]icons[\\/]/.test(file),
    rolldownOptions: {
      input: office,
      output: {
        codeSplitting: {
          groups: startChunks({
            office,
            login: at('src/app/login-route.tsx'),
            demoLogin: at('src/public/login/demo-cards.tsx'),
            shell: at('src/app/shell/shell.tsx'),
            demo: at('src/parts/demo/demo-menu.tsx'),
            list: at('src/screens/collections/transactions.tsx'),
          }),
        },
      },
    },
    manifest: true,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
      '/sandbox': server,
      '/echo-shop': server,
    },
  },
});
