/** The colours of a host's pages, for light and for dark screens. */
export type PageColours = {
  [name in 'paper' | 'ink' | 'quiet' | 'accent' | 'onAccent']: { light: string; dark: string };
};

const plain: PageColours = {
  paper: { light: 'Canvas', dark: 'Canvas' },
  ink: { light: 'CanvasText', dark: 'CanvasText' },
  quiet: { light: '#555b66', dark: '#a8b0bd' },
  accent: { light: '#2447b8', dark: '#9db4ff' },
  onAccent: { light: '#ffffff', dark: '#0d1530' },
};

/** The style sheet of all hosted pages; its hash is in their Content-Security-Policy. */
export function pageStyle({ paper, ink, quiet, accent, onAccent }: PageColours = plain): string {
  const both = ({ light, dark }: { light: string; dark: string }) =>
    `light-dark(${light}, ${dark})`;
  return `
:root { color-scheme: light dark; background: ${both(paper)}; color: ${both(ink)}; --bad: light-dark(#a8201a, #ffa59c); --quiet: ${both(quiet)}; --accent: ${both(accent)}; --on-accent: ${both(onAccent)}; }
* { box-sizing: border-box; }
body { max-width: 32rem; margin: 0 auto; padding: 0 1.25rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.band { padding-block: .75rem; border-block-end: 1px solid; }
.quiet, .foot { margin: 0; color: var(--quiet); }
.amount { margin: 0; font-size: 2rem; font-weight: 650; }
dl div, .cards li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding-block: .375rem; }
dd { margin: 0; }
form, .field { display: grid; gap: .375rem; margin-block-end: 1rem; }
input, select, button, .button { width: 100%; min-height: 3rem; padding: .5rem .875rem; border: 1px solid; border-radius: .5rem; background: none; color: inherit; font: inherit; }
.primary { display: block; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; text-align: center; text-decoration: none; }
input[aria-invalid] { border-color: var(--bad); }
.error, .alert { margin: 0; color: var(--bad); }
.cards { padding: 0; list-style: none; }
`;
}
