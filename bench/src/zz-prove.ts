import { startCluster } from './cluster.ts';
import { loadProduct } from './product.ts';
import { printProof } from './prove.ts';
const cluster = await startCluster(await loadProduct(), [5000000], 'read');
try { for (const books of cluster.books) await printProof(books); } finally { await cluster.stop(); }
