/** What copies are made of, where a process owns the cluster; absent where the database is somebody else's. */
export interface BackupPlace {
  /** A superuser's address, as it is now: the server may come back at another port. */
  readonly adminUrl: () => string;
  readonly clusterDir: string;
  readonly dataDir: string;
  /** Where the key lies that encrypts them, outside of `dataDir`. */
  readonly keyFile: string;
}
