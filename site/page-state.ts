/**
 * What a page was made from, its words above all: with it the browser takes the page over. The framework writes it behind
 * the page once more, where a slow line carries it before the first paint. Here it is set aside in a block of data, which
 * the build moves into a file of its own (scripts/move-page-states.ts), and the page asks for that with its modules.
 */

/** Where a page asks for its state, until that file has a name. */
export const STATE_ADDRESS = '/assets/page-state.json';
const OPEN = '<script type="application/json" id="page-state">';
const CLOSE = '</script>';
/** What the framework calls behind the page, each call a script, around them the marks of a part that came late. */
const CALL = '<script>window.__reactRouterContext.streamController.';
const MARKS = /<!--\/?\$-->/g;

/** Makes the block: a list of texts in JSON, whose `<` is escaped as the framework does it. */
export function setStateAside(html: string): string {
  const [page = '', ...calls] = html.split(CALL);
  const parts = calls.flatMap((call) => /^enqueue\((.*?)\);<\/script>/.exec(call)?.[1] ?? []);
  if (parts.length === 0 || !calls.at(-1)?.startsWith(`close();${CLOSE}`)) {
    throw new Error('The state of the page is not where this version of the router had it');
  }
  const end = calls.at(-1)?.slice(`close();${CLOSE}`.length).replaceAll(MARKS, '') ?? '';
  return `${page.replace(/<!--\$-->$/, '')}${OPEN}[${parts.join(',')}]${CLOSE}${end}`;
}

/** Gives the texts of the block. Like the next one it is a part of every page's script (site/start-page.ts). */
export async function askForState(address: string): Promise<string[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('The state of the page did not come');
  return answer.json();
}

/** Hands the texts to the framework, as its own scripts would have done. */
export function handOver(parts: string[]): void {
  const state = window.__reactRouterContext?.streamController;
  if (!state) throw new Error('The framework was not there to take the state of the page');
  for (const part of parts) state.enqueue(part);
  state.close();
}

/** Takes the block out of a page. `keep` stores it and says at which address it is found. */
export function moveState(html: string, keep: (json: string) => string): string {
  const from = html.indexOf(OPEN);
  if (from < 0) return html;
  const to = html.indexOf(CLOSE, from);
  const address = keep(html.slice(from + OPEN.length, to));
  const page = html.slice(0, from) + html.slice(to + CLOSE.length);
  return page.replaceAll(STATE_ADDRESS, () => address);
}
