/** The operating system's reasons not to write a file or folder. */
const reasons: Partial<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of that path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk can only be read',
  ENOSPC: 'that disk is full',
  EDQUOT: 'this user may keep no more on that disk',
};

/**
 * Says in words why the operating system did not write. Errors without a system call come from the content and have no
 * such words.
 */
export function writeRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  const code = String(error.code);
  return reasons[code] ?? code;
}

/** Whether an error of the operating system or of SQLite means that the disk has no space left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return code === 'ENOSPC' || code === 'EDQUOT' || Reflect.get(error, 'errcode') === SQLITE_FULL;
}

// https://www.sqlite.org/rescode.html
const SQLITE_FULL = 13;
