/** A row of the table of requirements: its number, and the test files that it names. */
type Requirement = { number: string; tests: string[] };

/** Reads the table of docs/threat-model.md. */
export function requirementsIn(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const [, number = '', , shownBy = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^R\d+$/.test(number)) return [];
    const tests = Array.from(shownBy.matchAll(/`([^`]+\.test\.tsx?)`/g), ([, path = '']) => path);
    return [{ number, tests }];
  });
}

/** The numbers at the beginning of test names: `R10, R20: a body …`. */
export function numbersIn(code: string): Set<string> {
  const names = code.matchAll(/['"`](R\d+(?:, R\d+)*): /g);
  return new Set(Array.from(names, ([, numbers = '']) => numbers.split(', ')).flat());
}

/** The requirements without the tests that the table names, in sentences. */
export function unshownRequirements(
  requirements: readonly Requirement[],
  /** By path, the numbers in the names of its tests. */
  named: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const known = new Set(requirements.map(({ number }) => number));
  return [
    ...requirements.flatMap(({ number, tests }) => {
      const isNamed = [...named.values()].some((numbers) => numbers.has(number));
      if (!isNamed) return [`no test has ${number} in its name`];
      return tests
        .filter((path) => !named.get(path)?.has(number))
        .map((path) => `${path} is said to show ${number}, and no name of its tests says so`);
    }),
    ...[...named].flatMap(([path, numbers]) =>
      [...numbers]
        .filter((number) => !known.has(number))
        .map((number) => `${path} has a test of ${number}, which the table does not have`),
    ),
  ];
}
