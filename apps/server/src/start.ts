import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What was compiled for one start is ready for the next. It must be on before the first import, hence a file of its own.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)));
await import('./serve.ts');
