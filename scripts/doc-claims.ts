/** Something a document names: a path, or a script of package.json. */
export type Claim = { kind: 'path' | 'script'; name: string; line: number };

const fileType = /\.(?:tsx?|mjs|md|ya?ml|json|css|html|svg|txt|sh)$/;
const somewhereElse = /^(?:[a-z][a-z+.-]*:|#|\/)/i;
/** Means many files, or one that the reader makes. */
const pattern = /[*<>{}[\]…$|]|NNNN/;

/** Reads the links, the text between backticks and the npm commands of a Markdown text. */
export function claimsIn(markdown: string, topLevel: readonly string[]): Claim[] {
  let isFenced = false;
  return markdown.split('\n').flatMap((text, index) => {
    if (/^\s*(?:```|~~~)/.test(text)) {
      isFenced = !isFenced;
      return [];
    }
    const paths = isFenced ? [] : [...linksIn(text), ...quotedPathsIn(text, topLevel)];
    const scripts = isFenced ? scriptsIn(text) : wordsBetweenBackticks(text).flatMap(scriptsIn);
    const line = index + 1;
    return [
      ...paths.map((name): Claim => ({ kind: 'path', name, line })),
      ...scripts.map((name): Claim => ({ kind: 'script', name, line })),
    ];
  });
}

function linksIn(text: string): string[] {
  const inline = text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g);
  const named = text.matchAll(/^\s*\[[^\]]+\]:\s*(\S+)/g);
  return [...inline, ...named]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target && !somewhereElse.test(target));
}

function quotedPathsIn(text: string, topLevel: readonly string[]): string[] {
  return wordsBetweenBackticks(text)
    .flatMap((words) => words.split(/\s+/))
    .map((word) => word.replace(/(?::\d+)?[,;:.]?$/, '').replace(/#.*$/, ''))
    .filter((word) => word && !somewhereElse.test(word) && !pattern.test(word))
    .filter((word) => isPath(word, topLevel));
}

/** `settle.ts` and `server/payments` are paths, `text/html` and `a/b` are not. */
function isPath(word: string, topLevel: readonly string[]): boolean {
  if (!/^[\w.][\w./@+-]*$/.test(word)) return false;
  if (fileType.test(word) && /[a-z]/i.test(word.replace(fileType, ''))) return true;
  const [first = ''] = word.replace(/^\.\//, '').split('/');
  return word.includes('/') && (topLevel.includes(first) || /^\.\.?$/.test(first));
}

function wordsBetweenBackticks(text: string): string[] {
  return [...text.matchAll(/(`+)(.+?)\1/g)].map(([, , words = '']) => words);
}

function scriptsIn(text: string): string[] {
  const run = text.matchAll(/\bnpm run(?:-script)?(?: -[\w-]+)* ([\w:-]+)/g);
  const short = text.matchAll(/\bnpm(?: -[\w-]+)* (start|test)\b/g);
  return [...run, ...short].map(([, name = '']) => name);
}
