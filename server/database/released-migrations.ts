/**
 * The checksums of the migrations that came with each released version, written by scripts/release.ts. A listed migration
 * is never edited.
 */
export const releasedMigrations: Record<string, Record<string, string>> = {
  '1.0.0': {
    '0001-initial': 'ed9019de89a7abdc2d359df5411a29a2afe363df768b900a14452acdf4e88c5a',
  },
};
