/** By tagged version: each migration that it has, with its checksum. One that stands here is never edited. */
export const releasedMigrations: Record<string, Record<string, string>> = {};
