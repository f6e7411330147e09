import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const Permissions = z.record(z.string(), z.string());
const Step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
});
const Workflow = z.object({
  permissions: Permissions,
  jobs: z.record(
    z.string(),
    z.object({ permissions: z.optional(Permissions), steps: z.array(Step) }),
  ),
});

const folder = join(import.meta.dirname, '../.github/workflows');
const jobs = readdirSync(folder).flatMap((file) => {
  const workflow = Workflow.parse(parse(readFileSync(join(folder, file), 'utf8')));
  return Object.entries(workflow.jobs).map(([name, { steps, permissions }]) => ({
    job: `${file}, ${name}`,
    steps,
    rights: Object.values(permissions ?? workflow.permissions),
  }));
});

test.each(jobs)('$job takes actions by their commit, and keeps no token', ({ steps }) => {
  for (const { uses = '', with: options } of steps) {
    if (uses !== '') expect(uses).toMatch(/@[0-9a-f]{40}$/);
    if (uses.startsWith('actions/checkout')) expect(options?.['persist-credentials']).toBe(false);
  }
});

test.each(jobs)('$job runs no foreign package if it may write', ({ steps, rights }) => {
  if (!rights.includes('write')) return;
  for (const { run = '' } of steps) {
    expect(run).not.toMatch(/\bnpx\b|\.ci\/run|\bnpm (?:ci|install|run|start|test)\b/);
  }
});

test.each(jobs)('$job takes nothing that somebody typed into a command', ({ steps }) => {
  for (const { run = '' } of steps) {
    expect(run.replaceAll('${{ github.run_number }}', '')).not.toContain('${{');
  }
});
