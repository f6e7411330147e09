import { expect, test } from 'vitest';
import { cannotRead } from './given-file.ts';

test.each([
  ['ENOENT', 'There is no file /root/backup.tar.gz.'],
  ['EISDIR', '/root/backup.tar.gz is a folder.'],
  [
    'EACCES',
    '/root/backup.tar.gz cannot be read by the user of this command. Copy it into a folder where that user may read.',
  ],
  ['EIO', '/root/backup.tar.gz cannot be read (EIO).'],
])('a file that fails with %s is refused in a sentence', (code, sentence) => {
  const refuse = cannotRead('/root/backup.tar.gz');
  expect(() => refuse(Object.assign(new Error('system'), { code }))).toThrow(sentence);
});
