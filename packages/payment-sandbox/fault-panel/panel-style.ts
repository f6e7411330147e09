/** In addition to the rules of all pages. */
export const panelStyle = `
.panel { --good: light-dark(#0c6b3a, #7fd8a5); --good-ground: light-dark(#e9f6ee, #10281b); --wait: light-dark(#7a4d00, #ffd28a); --wait-ground: light-dark(#fff3dc, #2e220b); }
.board { width: min(72rem, 100%); margin-inline: auto; padding: 2rem 1rem 1rem; display: grid; gap: 1.25rem; }
.board > *, .tools > * { min-width: 0; }
.title { font-size: clamp(1.875rem, 6vw, 2.5rem); line-height: 1.15; font-weight: 680; letter-spacing: -.02em; }
.intro .lead { max-width: 42rem; margin-block: .5rem .75rem; font-size: 1.0625rem; text-wrap: pretty; }
.ways { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
.board a { color: var(--accent); font-weight: 550; }
.tile { padding: 1.5rem 1.125rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--sheet); overflow-wrap: anywhere; }
.tile .heading { scroll-margin-block-start: 1.5rem; font-size: 1.1875rem; }
.tile .about { margin-block-start: .375rem; }
.tile .alert, .tile .done { margin-block: 1rem 0; text-wrap: pretty; }
.done { padding: .75rem 1rem; border: 1px solid var(--good); border-radius: .5rem; background: var(--good-ground); color: var(--good); font-weight: 550; }
.tile form { margin-block-start: 1.25rem; }
.standing { display: grid; gap: .25rem 2rem; }
.points { margin-block-start: .5rem; padding-inline-start: 1.25rem; }
.tools { display: grid; gap: 1.25rem; align-items: start; }
fieldset { border: 0; padding: 0; min-width: 0; }
.choices { display: grid; gap: .25rem; }
.choices legend { margin-block-end: .5rem; padding: 0; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: .75rem; padding: .625rem .75rem; margin-inline: -.75rem; border-radius: .625rem; font-weight: 400; cursor: pointer; }
.choice:hover { background: var(--tint); }
.choice:has(:checked) { background: var(--halo); }
.choice b { display: block; font-weight: 600; }
.choice span span { color: var(--soft); font-size: .875rem; }
.choice:has(:checked) span span { color: inherit; }
.choice input { width: 1.125rem; min-height: 0; height: 1.125rem; margin-block-start: .25rem; accent-color: var(--accent); }
.choice input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; box-shadow: none; }
select { width: 100%; min-height: 3rem; padding: .5rem .625rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--sheet); color: inherit; font: inherit; text-overflow: ellipsis; }
select:focus-visible { outline: 0; border-color: var(--accent); box-shadow: 0 0 0 3px var(--halo); }
.row { display: flex; flex-wrap: wrap; gap: .75rem; }
.row .button { width: auto; flex: 1 1 7rem; }
.held { margin-block-start: 1.25rem; padding-block-start: .75rem; border-block-start: 1px solid var(--line); }
.held form { margin-block-start: .75rem; }
.now { margin-block-start: .5rem; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.empty { margin-block-start: 1rem; padding: 1.25rem; border: 1px dashed var(--edge); border-radius: .75rem; color: var(--soft); text-align: center; text-wrap: balance; }
.payments, .calls { margin-block-start: 1rem; padding: 0; list-style: none; }
.payment { display: grid; gap: .25rem 2rem; padding-block: 1.125rem; border-block-start: 1px solid var(--line); }
.payment:last-child { padding-block-end: 0; }
.sum { font-size: 1.125rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.sum span { margin-inline-start: .25rem; color: var(--soft); font-size: .9375rem; font-weight: 500; }
.badges { display: flex; flex-wrap: wrap; gap: .5rem; margin-block-start: .625rem; }
.badge { display: inline-block; padding: .0625rem .625rem; border-radius: 1rem; background: var(--tint); box-shadow: inset 0 0 0 1px var(--line); color: var(--soft); font: 550 .8125rem/1.6 system-ui, sans-serif; white-space: nowrap; }
.badge.paid { background: var(--good-ground); color: var(--good); box-shadow: none; }
.badge.pending, .badge.approved, .badge.back { background: var(--wait-ground); color: var(--wait); box-shadow: none; }
.badge.failed { background: var(--bad-ground); color: var(--bad); box-shadow: none; }
.acts { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-block-start: .75rem; }
.acts form { margin: 0; }
.acts .button { width: auto; flex: none; }
.refund { display: grid; grid-template-columns: 7rem auto; gap: .75rem; align-items: end; }
.scroll { overflow-x: auto; margin-block-start: 1rem; border-radius: .25rem; }
.scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 4px; }
table { width: 100%; border-collapse: collapse; font-size: .8125rem; font-variant-numeric: tabular-nums; }
th, td { padding: .5rem 0 .5rem .375rem; text-align: end; font-weight: 400; white-space: nowrap; }
th:first-child, td:first-child { padding-inline-start: 0; text-align: start; white-space: normal; }
thead th { color: var(--soft); }
.order { padding-block: .875rem 0; border-block-start: 1px solid var(--line); }
tbody tr:last-child td { padding-block-end: .875rem; }
tfoot th, tfoot td { border-block-start: 2px solid var(--edge); font-weight: 650; }
.board code { font: 500 .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.calls li { display: grid; gap: .1875rem .75rem; align-items: baseline; padding-block: .5rem; border-block-start: 1px solid var(--line); }
.calls .badge { justify-self: start; }
.calls .key { color: var(--soft); }
@media (min-width: 34rem) {
  .tile { padding: 1.75rem 2rem; }
  table { font-size: 1rem; }
}
@media (min-width: 52rem) {
  .board { padding-inline: 2rem; padding-block-start: 0; }
  .tools { grid-template-columns: 1fr 1fr; }
  .tools > :nth-child(n) { height: 100%; }
  .standing { grid-template-columns: 1fr auto; align-items: center; }
  .standing > * { grid-column: 1; }
  .standing > form { grid-column: 2; grid-row: 1 / span 3; margin: 0; }
  .standing > .done { grid-column: 1 / -1; margin-block: .5rem; }
  .payment { grid-template-columns: 1fr auto; align-items: center; }
  .acts { margin: 0; justify-content: end; }
  .calls li { grid-template-columns: 6rem 1fr auto; }
  .calls .key { grid-column: 3; }
}
`;
