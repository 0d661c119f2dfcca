import { recordAudit } from '../modules/audit/index.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import { readSealed, replaceSealed, sealedPlaces } from './sealed-values.store.ts';
import type { SealedPlace } from './sealed-values.store.ts';

const atOnce = 500;

/** What came of one place: values under the newest key now, and those that no key that is left opens. */
interface Tally {
  resealed: number;
  lost: number;
}

/**
 * Seals everything anew that stands under an older key, while the server runs: a value that changes meanwhile is left to
 * whoever changed it, who sealed it under the newest key. `owner` reaches what the application may not write. Answers the
 * exit code: 0 when nothing stands under an older key any more, 1 when some value could not be opened, which is left as it is.
 */
export async function resealCommand(
  place: { readonly db: Database; readonly vault: Vault; readonly owner: Database['pool'] },
  line: (text: string) => void,
): Promise<number> {
  const all: Tally = { resealed: 0, lost: 0 };
  for (const each of sealedPlaces) {
    const { lost, resealed } = await resealPlace(place.owner, place.vault, each);
    all.resealed += resealed;
    all.lost += lost;
    if (resealed + lost === 0) continue;
    const damaged = lost === 0 ? '' : `, ${lost} that no key opens`;
    line(`${each.table}.${each.field ?? each.column}: ${resealed} sealed anew${damaged}`);
  }
  await recordAudit(place.db.app, {
    actorId: null,
    act: 'secrets.reseal',
    objectKind: 'installation',
    objectId: 'sealing',
  });
  line(
    all.lost === 0
      ? 'Everything stands under the newest key. The others may be taken away, but for the last of SUANPAN_MASTER_KEY, which keys the look-ups.'
      : 'Put the missing key back and run this again.',
  );
  return all.lost === 0 ? 0 : 1;
}

async function resealPlace(owner: Database['pool'], vault: Vault, place: SealedPlace): Promise<Tally> {
  const tally: Tally = { resealed: 0, lost: 0 };
  let after = '-1';
  for (;;) {
    const values = await readSealed(owner, place, after, atOnce);
    for (const value of values.filter(({ sealed }) => vault.isStale(sealed))) {
      let plain: string;
      try {
        plain = vault.open(value.sealed, place.purpose);
      } catch {
        tally.lost += 1;
        continue;
      }
      if (await replaceSealed(owner, place, value, vault.seal(plain, place.purpose))) tally.resealed += 1;
    }
    const last = values.at(-1);
    if (last === undefined || values.length < atOnce) return tally;
    after = last.key;
  }
}
