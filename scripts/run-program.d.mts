/** The programs and their sources. */
export const mainFiles: Readonly<Record<'server' | 'organiser' | 'build', string>>;

/** The folder of the bundled programs; undefined if there is none, or if a source has changed since. */
export function presentBundle(): string | undefined;

/** A digest of the present contents of files of the project. Throws if one is missing. */
export function digestOf(paths: readonly string[]): string;
