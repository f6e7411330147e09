/** The style sheet of all hosted pages; its hash is in their Content-Security-Policy. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#eef0f3, #0d1015);
  --sheet: light-dark(#ffffff, #161a21);
  --tint: light-dark(#f8f9fb, #12161c);
  --ink: light-dark(#171b24, #eceff4);
  --soft: light-dark(#586074, #a2abbd);
  --line: light-dark(#dfe3ea, #2a303b);
  --edge: light-dark(#868fa1, #6b7487);
  --accent: light-dark(#2447b8, #9db4ff);
  --accent-deep: light-dark(#1b378f, #b9c9ff);
  --on-accent: light-dark(#ffffff, #0d1530);
  --halo: light-dark(#2447b833, #9db4ff44);
  --bad: light-dark(#a8201a, #ffa59c);
  --bad-ground: light-dark(#fdf1ef, #35191a);
  --band: light-dark(#ffe9b8, #3a2c0c);
  --on-band: light-dark(#4d3800, #ffdf9a);
  --shade: light-dark(#1b25401f, #00000066);
}
.paypal {
  --ground: light-dark(#edf1f4, #0b1116);
  --tint: light-dark(#f5f8fa, #101820);
  --sheet: light-dark(#ffffff, #141d26);
  --line: light-dark(#d9e2e9, #26333f);
  --accent: light-dark(#0b4f6c, #86cbe8);
  --gold: #f6c445;
  --gold-deep: #e9b22b;
  --on-gold: #2a2002;
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; -webkit-text-size-adjust: 100%; }
.band { background: var(--band); color: var(--on-band); }
.band p { padding: .625rem 1.25rem; text-align: center; font-size: .875rem; text-wrap: balance; }
.band span { display: inline-block; }
.band a { margin-inline-start: .25rem; color: inherit; font-weight: 550; }
.band strong { display: inline-block; margin-inline-end: .5rem; padding: .0625rem .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; }
.sheet { width: min(60rem, 100%); margin: auto; background: var(--sheet); overflow-wrap: anywhere; }
.sheet.narrow { width: min(30rem, 100%); }
.pane { padding: 2rem 1.25rem; }
.pane.tint { background: var(--tint); border-block-end: 1px solid var(--line); }
.heading { font-size: 1.375rem; line-height: 1.3; font-weight: 650; text-wrap: balance; }
.product { font-size: 1.0625rem; line-height: 1.4; font-weight: 600; text-wrap: balance; }
.amount { margin-block: .5rem 0; font-size: clamp(2.25rem, 8vw, 2.75rem); line-height: 1.15; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.amount span { margin-inline-start: -.25rem; font-size: 1rem; font-weight: 500; letter-spacing: 0; color: var(--soft); }
.lead { margin-block: .75rem 1.5rem; color: var(--soft); }
.about { margin-block-start: .5rem; color: var(--soft); font-size: .9375rem; text-wrap: pretty; }
.facts { margin-block-start: 1.5rem; border-block-start: 1px solid var(--line); font-size: .9375rem; }
.facts div { display: flex; justify-content: space-between; gap: 1.5rem; padding-block: .75rem; border-block-end: 1px solid var(--line); }
.facts dt { color: var(--soft); overflow-wrap: break-word; }
.facts dd { text-align: end; font-variant-numeric: tabular-nums; }
.facts .total { font-weight: 650; border-block-end: 0; }
.facts .total dt { color: inherit; }
form { display: grid; gap: 1.125rem; }
.heading + form, .heading + .alert { margin-block-start: 1.25rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
.field { display: grid; gap: .375rem; }
label { font-size: .9375rem; font-weight: 550; }
input { width: 100%; min-height: 3rem; padding: .5rem .875rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--sheet); color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input::placeholder { color: var(--soft); opacity: .85; }
input:focus-visible { outline: 0; border-color: var(--accent); box-shadow: 0 0 0 3px var(--halo); }
input[aria-invalid] { border-color: var(--bad); }
.error { color: var(--bad); font-size: .875rem; line-height: 1.4; }
.alert { margin-block-end: 1.25rem; padding: .75rem 1rem; border: 1px solid var(--bad); border-radius: .5rem; background: var(--bad-ground); color: var(--bad); font-weight: 550; text-wrap: balance; }
.button { display: block; width: 100%; min-height: 3rem; padding: .6875rem 1.25rem; border: 1px solid transparent; border-radius: .5rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-deep); }
.paypal .button { border-radius: 1.5rem; }
.paypal .primary { background: var(--gold); color: var(--on-gold); }
.paypal .primary:hover { background: var(--gold-deep); }
.quiet { background: none; color: var(--soft); }
.quiet:hover { color: var(--ink); background: var(--tint); }
.outline { border-color: var(--edge); background: none; color: inherit; }
.outline:hover { background: var(--tint); }
.button:focus-visible, summary:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form + form { margin-block-start: .75rem; }
.field .note { text-align: center; text-wrap: balance; }
.note { color: var(--soft); font-size: .875rem; }
details { margin-block-start: 1.5rem; border-block-start: 1px solid var(--line); padding-block-start: .5rem; font-size: .875rem; }
summary { padding-block: .5rem; border-radius: .25rem; font-weight: 550; cursor: pointer; }
.cards { padding: 0; list-style: none; }
.cards li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding-block: .5rem; border-block-end: 1px solid var(--line); }
.cards code { font: 500 .875rem/1.7 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; user-select: all; white-space: nowrap; }
.cards span { color: var(--soft); }
details .note { margin-block-start: .75rem; }
.foot p { padding: 1.25rem; text-align: center; color: var(--soft); font-size: .8125rem; text-wrap: balance; }
@media (max-width: 51.99rem) {
  .sheet { margin-block: 0 auto; }
}
@media (min-width: 34rem) {
  .pane { padding: 2.5rem 3rem; }
  .sheet { margin-block: auto; }
  .sheet.narrow { border-radius: 1rem; }
}
@media (min-width: 52rem) {
  .band { margin-block-end: 2rem; }
  .sheet { margin-block: auto; border-radius: 1rem; overflow: hidden; box-shadow: 0 1.5rem 3rem -1.5rem var(--shade), 0 0 0 1px var(--line); }
  .split { display: grid; grid-template-columns: 5fr 6fr; }
  .pane { padding: 3rem; }
  .pane.tint { border-block-end: 0; border-inline-end: 1px solid var(--line); }
}
@media (prefers-contrast: more) {
  :root { --soft: var(--ink); --line: var(--edge); }
}
`;
