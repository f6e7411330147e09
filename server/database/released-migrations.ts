/**
 * The checksums of the migrations that came with each released version, written by scripts/release.ts. A listed migration
 * is never edited.
 */
export const releasedMigrations: Record<string, Record<string, string>> = {
  '1.0.0': {
    '0001-initial': '00c7c32c34a90cd166450e8185fe9501898546a83c944555880edcf5d834e5b8',
  },
};
