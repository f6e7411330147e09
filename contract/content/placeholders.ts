export const braces = /\{([^{}]*)\}/g;

/** The names in braces. */
export function namesIn(text: string): string[] {
  return Array.from(text.matchAll(braces), ([, name = '']) => name);
}

/** Puts values into a text in place of its placeholders. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(braces, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
