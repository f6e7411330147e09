import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyProject } from './project-copy.ts';

test('a mistake in content/ is all that a start says, before anything is built', async () => {
  const project = copyProject();
  try {
    project.replace('content/prices.yaml', "student: '199.00'", 'student: free');
    project.replace('content/speakers.yaml', 'ilse-vanderhaeren.svg', 'ilse.svg');
    const run = project.run(['scripts/build-site.ts']);
    expect(await run.ended).toBe(1);
    expect(run.output().trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^content\/prices\.yaml:13 presentation\.student: expected a price/),
      'content/speakers.yaml:16 speakers[0].image_url: there is no file public/portraits/ilse.svg',
    ]);
    expect(existsSync(join(project.root, 'build'))).toBe(false);
  } finally {
    await project.remove();
  }
});
