import { asProperties, type Palette } from '#contract/content/palette.ts';

/**
 * The places in the built template that render-site.ts fills. A slot is a call, so that no tool computes with its value; a word
 * is a text, which a bundler writes into the code that reads it.
 */
const SLOT = '__slot__';

/** A value of the conference in the code of a module. */
export function slotOf(name: string): string {
  return `/* @__PURE__ */ ${SLOT}(${JSON.stringify(name)})`;
}

/** A label in the code of a module. */
export function wordOf(name: string): string {
  return JSON.stringify(`<<${name}>>`);
}

/** A colour of light screens in the template's style sheet. Tools may add transparency to it. */
export function colourOf(at: number): string {
  return `#e1a0${String(at).padStart(2, '0')}`;
}
/** The place for the colours of dark screens. */
export const DARK = '--dark-palette: 0;';

/** A built script with the values of a conference. */
export function fillScript(code: string, valueOf: (name: string) => unknown): string {
  // One pass, because a value may have the words of a slot in it.
  return code.replaceAll(
    /__slot__\((["'`])([^"'`]+)\1\)|<<([\w/-]+\.\w+)>>/g,
    (_, _quote, name: string, word: string | undefined) => {
      if (word !== undefined) return quoted(String(valueOf(word)));
      const value = JSON.stringify(valueOf(name));
      if (value === undefined) return '(void 0)';
      // Names of keys need no quotes, and a text no parentheses.
      return value.startsWith('"')
        ? value
        : `(${value.replaceAll(/(?<=[{,])"([a-z]\w*)":/gi, '$1:')})`;
    },
  );
}

/** A text inside a string of JavaScript, whatever its quotes are. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/['`]|\$(?=\{|$)|^\{/g, String.raw`\$&`);
}

/** The built style sheet in the colours of a conference, without those of site/tokens.css. */
export function fillColours(css: string, { light, dark }: Palette): string {
  const shades = Object.values(light);
  const same = new Set(Object.entries(light).map(String));
  const differing = Object.entries(dark).filter((shade) => !same.has(String(shade)));
  return css
    .replace(/@media \(prefers-color-scheme:dark\)\{:root\{--color-paper:[^}]*\}\}/, '')
    .replace('--dark-palette:0', () =>
      asProperties(Object.fromEntries(differing)).replaceAll(/\s|;$/g, ''),
    )
    .replaceAll(/#e1a0(\d\d)/g, (_, at: string) => String(shades[Number(at)]));
}
