/**
 * The checksums of the migrations that came with each released version, written by scripts/release.ts. A listed migration
 * is never edited.
 */
export const releasedMigrations: Record<string, Record<string, string>> = {
  '1.0.0': {
    '0001-initial': '8eed33072f3c0ae8750b3ccbd6732cb5aebe8f93f97745d3926f000c0366ced9',
  },
};
