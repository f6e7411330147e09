import { checkFolder } from '#server/content/content-warnings.ts';
import { dataFolder, siteFolders } from '#server/content/folders.ts';
import { command } from '#organiser/command.ts';
import { unconfirmedIn } from './leftovers.ts';

export const check = command({
  name: 'check',
  summary:
    "Lists the mistakes in the conference's folder, which stop the build, prices that are perhaps mistyped, entries that contradict each other or are those of another year, and what is to be confirmed.",
  exitsWith1: 'if there is a mistake, or a price that is perhaps mistyped',
  notOffered: 'It checks files that you edit before the server starts with them.',
  async alone(_, print) {
    const { content } = siteFolders(process.env);
    const at = { now: new Date(), dataDir: dataFolder(process.env) };
    const { mistakes, questions, warnings } = checkFolder(content, at);
    for (const mistake of mistakes) await print(`${mistake}\n`);
    for (const question of questions) await print(`Please look: ${question}\n`);
    const doubtful = [...warnings, ...(mistakes.length > 0 ? [] : unconfirmedIn(content))];
    for (const warning of doubtful) await print(`Warning: ${warning}\n`);
    const urgent = mistakes.length + questions.length;
    if (urgent + doubtful.length === 0) await print('There is no mistake.\n');
    return urgent === 0 ? 0 : 1;
  },
});
