import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../build/compress-assets.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Below /pay/: a build of its own, so that a payer's phone fetches one script and one style sheet and nothing that was cut to
// suit the back office. It adds to what that one has written.
export default defineConfig({
  root: at('..'),
  plugins: [react(), compressAssets()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: at('index.html') },
    manifest: '.vite/pay.json',
    reportCompressedSize: false,
  },
});
