/** The style sheet of all hosted pages; its hash is in their Content-Security-Policy. */
export const pageStyle = `
:root { color-scheme: light dark; background: Canvas; --bad: light-dark(#a8201a, #ffa59c); --quiet: light-dark(#555b66, #a8b0bd); --accent: light-dark(#2447b8, #9db4ff); --on-accent: light-dark(#ffffff, #0d1530); }
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
