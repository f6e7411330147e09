import { parseSync } from 'vite';

export type Import = { specifier: string; line: number };

/** Every module that a file names in an import or an export, `import()` of a fixed name included. */
export function importsOf(file: string, code: string): Import[] {
  const { module, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map((each) => each.moduleRequest),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap((entry) => entry.moduleRequest ?? []),
    ),
    ...module.dynamicImports.map((each) => each.moduleRequest),
  ];
  const found = new Map<number, Import>();
  for (const { start, end } of requests) {
    const quoted = /^['"](.*)['"]$/.exec(code.slice(start, end));
    const line = code.slice(0, start).split('\n').length;
    if (quoted?.[1] !== undefined) found.set(start, { specifier: quoted[1], line });
  }
  return [...found.values()].toSorted((a, b) => a.line - b.line);
}
