import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

/** `npm run sbom`: every package that runs, with its version, licence and digest, as CycloneDX (https://cyclonedx.org). */
const file = process.argv[2] ?? 'build/sbom.cdx.json';
const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.looseObject({ name: z.string(), version: z.string() })),
});

const words = 'sbom --omit=dev --package-lock-only --sbom-format=cyclonedx --sbom-type=application';
const { stdout, stderr, status } = spawnSync('npm', words.split(' '), {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) throw new Error(`npm could not write the list: ${stderr}`);
const { components } = Sbom.parse(JSON.parse(stdout));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, stdout);
console.log(`${components.length} packages in ${file}`);
