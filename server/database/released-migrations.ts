/** The checksums of the migrations of each tagged version. A listed migration is never edited. */
export const releasedMigrations: Record<string, Record<string, string>> = {};
