import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * A new folder; it is removed at the end of the test that makes it, or of the file or group whose top makes it. Tests
 * that run concurrently make theirs in one of the file, because the present test may be another.
 */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
}
