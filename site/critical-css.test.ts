import { expect, test } from 'vitest';
import { criticalCss } from './critical-css.ts';

const page =
  '<html><body><p class="a sm:b [a&amp;]:c w-[54%] w-1.5">Text</p>' +
  '<section class="drawn-near"><p class="far">Text</p></section>' +
  '<fieldset class="drawn-near"><p class="far">Text</p></fieldset>' +
  '<footer class="drawn-near"><p class="far">Text</p></footer>' +
  '<svg class="far still-art"><path class="far"/></svg></body></html>';
const WITHOUT_DRAWINGS =
  '@layer components{.still-art{display:none}' +
  '@media (scripting:enabled){:root:not(.has-come) .still-art:not(.has-come){display:none}}}';

test.each([
  ['a class of the page', '.a{color:red}', '.a{color:red}'],
  ['a class that is not in the page', '.z{color:red}', ''],
  ['one of two selectors', '.z,.a:disabled{top:0}', '.a:disabled{top:0}'],
  ['what waits for somebody to act', '.a:hover,.a:focus-visible{top:0}', ''],
  [
    'the inside of controls',
    '::-webkit-search-decoration,p::placeholder{top:0}',
    'p::placeholder{top:0}',
  ],
  ['paper', '@media print{.a{top:0}}', ''],
  ['a class only of what is drawn near, or drawn behind the words', '.far{top:0}', ''],
  ['a class with signs in its name', '.w-\\[54\\%\\]{width:54%}', '.w-\\[54\\%\\]{width:54%}'],
  ['a class with a dot in its name', '.w-1\\.5{width:1px}', '.w-1\\.5{width:1px}'],
  ['a class with an entity in HTML', 'a.\\[a\\&\\]\\:c{color:red}', ''],
  ['a class that begins with a digit', '.\\32 xl{width:1px}', ''],
  ['an element of the page', 'h1,p{margin:0}', 'p{margin:0}'],
  ['what stands in brackets', '.a:is(:where(.z) *){color:red}', '.a:is(:where(.z) *){color:red}'],
  ['a list in brackets', '.a:is(b,i){color:red}', '.a:is(b,i){color:red}'],
  ['pseudo-elements and attributes', 'p::before,[hidden]{top:0}', 'p::before,[hidden]{top:0}'],
  ['pseudo-elements of whatever there is', '*,:after,::before{top:0}', '*{top:0}'],
  [
    'a group',
    '@media (width>=1px){.sm\\:b{top:0}.z{top:0}}',
    '@media (width>=1px){.sm\\:b{top:0}}',
  ],
  ['an empty group', '@layer x{@media print{.z{top:0}}}', ''],
  ['a statement', '@layer base,utilities;.z{top:0}', '@layer base,utilities;'],
  ['a rule in a rule', '.a{&:hover{top:0}}', '.a{&:hover{top:0}}'],
  ['a font', '@font-face{src:url(x.woff2)}', ''],
  [
    'the name of a font that comes later',
    `@font-face{font-family:"Real Face";src:url(x.woff2)}:root{--font:"Real Face", "Real Face Stand-in",serif}.a{font-family:Real Face,Real Face Stand-in;font:var(--font)}`,
    `:root{--font:"Real Face Stand-in",serif}.a{font-family:Real Face Stand-in;font:var(--font)}`,
  ],
  ['movements', '.a{animation:spin 1s}@keyframes spin{to{top:0}}', '.a{animation:spin 1s}'],
  [
    'names that are asked for',
    ':root{--one:1px;--two:var(--one);--three:3px}.a{top:var(--two)}',
    ':root{--one:1px;--two:var(--one);}.a{top:var(--two)}',
  ],
  [
    'names of rules that are gone',
    '@property --tw-x{syntax:"*"}:root{--one:1px;--two:var(--one)}.z{top:var(--two,var(--tw-x))}',
    ':root{}',
  ],
  [
    'what keeps the rest away before it has come',
    '@media (scripting:enabled){:root:not(.has-come) .drawn-near:not(.has-come){top:0}}',
    '@media (scripting:enabled){:root:not(.has-come) .drawn-near:not(.has-come){top:0}}',
  ],
  ['what is drawn near when it has come', '.drawn-near.has-come{top:0}', ''],
])('%s', (_, css, kept) => {
  expect(criticalCss(css, page)).toBe(kept + WITHOUT_DRAWINGS);
});
