/** The settings that a table of a Markdown text names in its first column: "| `PORT` |". */
export function settingsInTable(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)])
    .map(([, name = '']) => name);
}

/** The settings that a file like .env.example has lines for, set or commented out: "#PORT=3000". */
export function settingsInExample(text: string): string[] {
  return Array.from(text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm), ([, name = '']) => name);
}

/** The missing, duplicate and unknown entries of a list, in sentences. */
export function unlistedSettings(
  file: string,
  listed: readonly string[],
  settings: readonly string[],
): string[] {
  return [
    ...settings
      .filter((name) => !listed.includes(name))
      .map((name) => `${file} does not list the setting ${name}`),
    ...listed
      .filter((name, at) => listed.indexOf(name) !== at)
      .map((name) => `${file} lists the setting ${name} twice`),
    ...listed
      .filter((name) => !settings.includes(name))
      .map((name) => `${file} lists ${name}, which is no setting`),
  ];
}
