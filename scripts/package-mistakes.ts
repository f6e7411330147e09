import * as z from 'zod/mini';

const Versions = z._default(z.record(z.string(), z.string()), {});

export const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
});

export const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
      link: z.optional(z.boolean()),
      hasInstallScript: z.optional(z.boolean()),
    }),
  ),
});

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Packages that may have an install script, and why. There is none, and bootstrap.mjs runs none. */
const mayRunAtInstall: Readonly<Record<string, string>> = {};

/** The mistakes of the packages, in sentences that say what to do. */
export function packageMistakes(
  manifest: z.output<typeof Manifest>,
  lock: z.output<typeof Lock>,
  /** The table of docs/packages.md. */
  table: string,
): string[] {
  const named = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  };
  const reasons = reasonsIn(table);
  return [
    ...Object.entries(named).flatMap(([name, version]) => [
      ...(EXACT.test(version)
        ? []
        : [`package.json asks for ${name} ${version}: name one version`]),
      ...(reasons.get(name) ? [] : [`docs/packages.md says no reason for ${name}`]),
    ]),
    ...[...reasons.keys()]
      .filter((name) => !Object.hasOwn(named, name))
      .map((name) => `docs/packages.md names ${name}, which package.json does not`),
    ...Object.entries(lock.packages).flatMap(([path, entry]) =>
      path === '' ? [] : entryMistakes(path.replace(/^.*node_modules\//, ''), entry),
    ),
  ];
}

function entryMistakes(name: string, entry: z.output<typeof Lock>['packages'][string]): string[] {
  const where = `package-lock.json: ${name}`;
  const isElsewhere = entry.link || (entry.resolved && !entry.resolved.startsWith('https://'));
  return [
    ...(isElsewhere ? [`${where} does not come from a registry`] : []),
    ...(EXACT.test(entry.version ?? '') ? [] : [`${where} has no exact version`]),
    ...(entry.integrity?.startsWith('sha512-') ? [] : [`${where} has no SHA-512`]),
    ...(entry.hasInstallScript && !Object.hasOwn(mayRunAtInstall, name)
      ? [
          `${where} runs a program when it is installed: take another, or say why in package-mistakes.ts`,
        ]
      : []),
  ];
}

/** First cells in backticks, with the text of the second. */
function reasonsIn(table: string): Map<string, string> {
  const rows = table.split('\n').flatMap((line) => {
    const [, first = '', reason = ''] = line.split('|').map((cell) => cell.trim());
    return first.startsWith('`') ? [[first.replaceAll('`', ''), reason] as const] : [];
  });
  return new Map(rows);
}
