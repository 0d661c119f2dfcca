import { createHmac } from 'node:crypto';
import type { Vault } from '../../../platform/crypto/vault.ts';

/** The tables that the chain covers: the log of acts, the journals of the ledger, and who tried to sign in. */
export const sources = ['log', 'books', 'signIns'] as const;
export type Source = (typeof sources)[number];

/** A stretch of rows of one source, tied to the block before it. Multiranges are in PostgreSQL's own text. */
export interface Block {
  readonly id: bigint;
  readonly source: Source;
  readonly sealed_at: string;
  readonly horizon: string;
  readonly top: bigint;
  readonly ids: string;
  readonly awaited: string;
  readonly given_up: string;
  readonly digest: Buffer;
  readonly prints: Buffer;
  /** The head of the block before; empty for the first one. */
  readonly previous: string;
}

export interface SealedBlock extends Block {
  readonly head: string;
}

/** Bytes that a block keeps of each row's digest. */
export const printBytes = 4;

/** The head of a block: every field of it, keyed with what only this installation has. */
export function headMaker(vault: Pick<Vault, 'deriveKey'>): (block: Block) => string {
  const key = vault.deriveKey('audit seal');
  return (block) => {
    const fields = [
      block.id,
      block.source,
      block.sealed_at,
      block.horizon,
      block.top,
      block.ids,
      block.awaited,
      block.given_up,
      block.digest.toString('hex'),
      block.prints.toString('hex'),
      block.previous,
    ];
    return createHmac('sha256', key).update(fields.join('\n')).digest('hex');
  };
}
