/**
 * The checksums of the migrations that came with each released version, written by scripts/release/release.ts. A listed migration
 * is never edited.
 */
export const releasedMigrations: Record<string, Record<string, string>> = {
  '1.0.0': {
    '0001-initial': 'e5eb3c6b6082fc3fcd86d59dcfcd00b76ff78ba976c061ac78c0829f79fb2a8d',
  },
};
