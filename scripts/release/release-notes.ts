import { readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { changesOf } from './releases.ts';

/**
 * `node scripts/release/release-notes.ts v1.0.0 ADDRESS` prints the notes of a release: its chapter of CHANGELOG.md, with links
 * to files below ADDRESS. It needs no packages, and fails if the tag is not the version in package.json.
 */
const [tag, address] = process.argv.slice(2);
const { version } = manifest;
const changes = changesOf(version, readFileSync('CHANGELOG.md', 'utf8'));
if (tag !== `v${version}`) fail(`The tag is ${tag}, and package.json has version ${version}.`);
if (changes === undefined) fail(`CHANGELOG.md has no dated chapter ${version}.`);
console.log(changes.text.replaceAll(/\]\((?!https?:)/g, `](${address}/`));

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
