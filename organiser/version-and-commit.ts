import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { VERSION } from '#server/version.ts';

/**
 * The version with the commit that is checked out, such as "1.0.0 (commit fdd58e9c)", and "-dirty" after the commit if
 * files were edited. Without git, as in an image, it is the version alone.
 */
export function versionAndCommit(): string {
  // Another user than the owner of the checkout may ask. A release below a checkout of another version has no commit.
  const args =
    '-c safe.directory=* --git-dir=.git describe --always --abbrev=8 --dirty --exclude=*'.split(
      ' ',
    );
  try {
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const commit = execFileSync('git', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    return `${VERSION} (commit ${commit.toString().trim()})`;
  } catch {
    return VERSION;
  }
}
