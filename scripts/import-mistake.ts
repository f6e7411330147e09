import { matchesGlob, posix } from 'node:path';
import { forTests, packageRules, type PartRule, partRules } from './import-rules.ts';

/** The mistake of an import, in a sentence that says what to do; undefined for a valid one. */
export function importMistake(file: string, specifier: string): string | undefined {
  const rule = partOf(file);
  if (!rule) return `${posix.dirname(file)}/ has no row in scripts/import-rules.ts: add one`;
  if (/^[.#]/.test(specifier)) return ownImportMistake(file, rule, specifier);
  return nodeImportMistake(file, rule, specifier) ?? packageImportMistake(file, specifier);
}

function ownImportMistake(
  file: string,
  { part, may }: PartRule,
  specifier: string,
): string | undefined {
  const target = ourPath(file, specifier);
  // Types that the router writes for a route.
  if (target.includes('/+types/')) return undefined;
  if (!posix.extname(target))
    return `${specifier} needs its extension: Node looks for no other name`;

  const there = partOf(target)?.part;
  const allowed = isTest(file) ? [part, ...may, ...forTests] : [part, ...may];
  if (there !== undefined && allowed.includes(there)) return undefined;
  return (
    `${part || 'a file at the top'} may import ${listed(may)}, not ${target}: ` +
    (part.startsWith('server/')
      ? 'move what both need to where it belongs, or have server/app.ts pass it in'
      : 'move what both need to where it belongs')
  );
}

function nodeImportMistake(file: string, rule: PartRule, specifier: string): string | undefined {
  if (!specifier.startsWith('node:') || !rule.browser || isTest(file)) return undefined;
  return `${rule.part} runs in browsers, where ${specifier} does not exist`;
}

function packageImportMistake(file: string, specifier: string): string | undefined {
  const rule = packageRules.find(({ name }) => matchesGlob(specifier, name));
  if (!rule || rule.owners.some((owner) => matchesGlob(file, owner))) return undefined;
  return rule.owners.length > 0
    ? `${specifier} is for ${rule.owners.join(', ')}: ${rule.instead}`
    : `${specifier} is for nobody: ${rule.instead}`;
}

/** '' for a path outside the project. */
function ourPath(file: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  return bare.startsWith('#') ? bare.slice(1) : posix.join(posix.dirname(file), bare);
}

function partOf(path: string): PartRule | undefined {
  return partRules
    .filter(({ part, flat }) =>
      flat ? posix.dirname(path) === (part || '.') : path === part || path.startsWith(`${part}/`),
    )
    .toSorted((a, b) => b.part.length - a.part.length)[0];
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function listed(parts: readonly string[]): string {
  return parts.length > 0 ? `itself, ${parts.join(', ')}` : 'nothing of the project but itself';
}
