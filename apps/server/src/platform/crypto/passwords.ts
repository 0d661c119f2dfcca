import { hash, verify } from '@node-rs/argon2';

/** Argon2id is number 2 in the library's enum, which exists in its types only. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** A hash that no password fits, for unknown users: the same work, hence the same time. Made before anybody is asked. */
const decoy = await hashPassword('no password fits this hash');

/** False for a wrong password, a damaged hash, or an absent one; each costs one verification. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored !== null && stored !== undefined && stored !== '') {
    try {
      return await verify(stored, password);
    } catch {
      // What is damaged is as good as absent.
    }
  }
  await verify(decoy, password);
  return false;
}
