import { checkFolder } from '#server/content/content-warnings.ts';
import { siteFolders } from '#server/content/folders.ts';
import { command } from './command.ts';

export const check = command({
  name: 'check',
  summary:
    "Lists the mistakes in the conference's folder, which stop the build, and entries that contradict each other or are those of another year.",
  exitsWith1: 'if there is a mistake',
  notOffered: 'It checks files that you edit before the server starts with them.',
  fields: {},
  async alone(_, print) {
    const { mistakes, warnings } = checkFolder(siteFolders(process.env).content, new Date());
    for (const mistake of mistakes) await print(`${mistake}\n`);
    for (const warning of warnings) await print(`Warning: ${warning}\n`);
    if (mistakes.length + warnings.length === 0) await print('There is no mistake.\n');
    return mistakes.length === 0 ? 0 : 1;
  },
});
