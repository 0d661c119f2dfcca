import { ensureWebBuilt } from '../apps/server/src/tools/ensure-web-built.ts';

// The same build that the server makes at its start, so that a server under test finds it up to date.
await ensureWebBuilt((text) => void process.stdout.write(`${text}\n`));
