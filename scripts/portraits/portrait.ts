import { beards } from './beards.ts';
import { type Choose, chooserFor } from './chooser.ts';
import { anyHair, type Hairstyle, hairstyles } from './hairstyles.ts';
import { type Likeness, likenesses } from './likenesses.ts';
import { ACCENT, circles, INK, PAPER, SLATE, stroke } from './strokes.ts';

/**
 * A cameo of an invented person: a bust in profile before chains and lattices, in ink, paper and one accent. The id
 * alone decides how it looks. Everything is drawn in a box of 200 by 200, facing left, for a round frame; coordinates
 * below are in that box.
 */
export function drawPortrait(id: string): string {
  const choose = chooserFor(id);
  const ground = choose(grounds);
  const lattice = choose(lattices);
  const accent = choose(['sun', 'cloth', 'trim'] as const);
  const face = profile(choose);
  const mirror = choose(['', ' transform="matrix(-1 0 0 1 200 0)"']);
  const cloth = accent === 'cloth' ? ACCENT : choose([INK, SLATE, '#55707c', '#ebe4d4']);
  const trim = accent === 'trim' ? ACCENT : cloth === '#ebe4d4' ? INK : PAPER;
  const likeness = likenesses[id] ?? { hair: choose(anyHair) };
  const darkHair = choose([INK, INK, '#2f4352', '#5a3425']);
  const hairColour = likeness.grey ? '#8b8576' : darkHair;
  const sun = `<circle cx="${choose([62, 134])}" cy="${choose([74, 88])}" r="54" fill="${ACCENT}"/>`;
  const hair = hairFor(likeness, hairColour, accent === 'trim' ? ACCENT : SLATE);

  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs>',
    '<clipPath id="r"><circle cx="100" cy="100" r="100"/></clipPath>',
    `<clipPath id="f"><path d="${face}"/></clipPath>`,
    `<pattern id="g" ${lattice.box} patternUnits="userSpaceOnUse">`,
    `<g fill="none" stroke="${ground.line}" stroke-width="1.3">${lattice.art}</g></pattern>`,
    hatching('h', -40),
    hatching('k', 24),
    '</defs><g clip-path="url(#r)">',
    `<path fill="${ground.fill}" d="M0 0h200v200H0z"/><path fill="url(#g)" d="M0 0h200v200H0z"/>`,
    accent === 'sun' ? sun : '',
    `<g${mirror}>${hair.behind}<path fill="${PAPER}" d="${face}"/>`,
    `<g clip-path="url(#f)"><path fill="url(#h)" d="${CHEEK}"/><path fill="url(#k)" d="${NECK}"/></g>`,
    `<path fill="${cloth}" d="${BODY}"/>${choose(collars)(trim)}`,
    stroke(
      INK,
      1.8,
      'M79 79c4-4 10-5 16-2M80 89.5c3-4 8-5 12-1M74 106c2-2 4-2 5 0M75 119c3 0 6 0 8-1',
    ),
    `<circle cx="84.5" cy="88.8" r="2.2" fill="${INK}"/>`,
    likeness.beard ? `<path fill="${hairColour}" d="${beards[likeness.beard]}"/>` : '',
    likeness.glasses ? stroke(INK, 2.4, 'M93 89a9 9 0 1 0-18 0a9 9 0 1 0 18 0l28 3') : '',
    hair.before,
    '</g></g></svg>\n',
  ].join('');
}

/** The grounds of the medallions, with the colour of the lattice printed on them. */
const grounds = [
  { fill: '#e2d9c7', line: '#c3b79f' },
  { fill: '#c6cfd0', line: '#a3b1b5' },
  { fill: '#d3c7b1', line: '#b3a58b' },
  { fill: '#9fb0b5', line: '#82969c' },
] as const;

/** Polymers as they are drawn: a network, a backbone of bonds, a spherulite, entangled chains. */
const lattices = [
  {
    box: 'width="24" height="41.6"',
    art: '<path d="M12 0v6.9L0 13.9v13.8l12 7v6.9M12 6.9l12 7v13.8l-12 7"/>',
  },
  {
    box: 'width="20" height="18"',
    art: `<path d="M0 13L10 5l10 8"/>${circles([
      [10, 5, 1.6],
      [0, 13, 1.6],
      [20, 13, 1.6],
    ])}`,
  },
  {
    box: 'width="200" height="200"',
    art: circles([24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144].map((r) => [100, 84, r])),
  },
  { box: 'width="30" height="12"', art: '<path d="M0 6c5-6 10-6 15 0s10 6 15 0"/>' },
] as const;

/** Head and neck; brow, nose and chin differ a little for everyone. */
function profile(choose: Choose): string {
  const brow = 76 - choose([-1, 1, 2]);
  const bridge = 76 - choose([-2, 0, 2]);
  const nose = 67 - choose([-3, 0, 2, 4]);
  const chin = 73 - choose([-2, 0, 2]);
  return [
    `M102 39C88 43 ${brow + 1} 56 ${brow} 74C75 79 77 82 78 85`,
    `C${bridge} 92 ${nose + 4} 97 ${nose} 103C${nose - 2} 107 70 109 76 109.5`,
    'C75 112 71 113 71 116C71 118 74 118 75 119C72 120 72 124 75 127',
    `C76 129 ${chin} 131 ${chin} 136C${chin + 1} 143 82 147 91 146`,
    'C99 145 105 144 108 147C111 153 109 166 104 178L96 200H160',
    'C151 180 147 160 148 140C155 124 159 106 157 86C153 52 130 33 102 39Z',
  ].join('');
}

/** Hatching where the face turns from the light, and cross-hatching on the neck, as in an engraving. */
const CHEEK = 'M114 92C114 118 102 136 84 147L100 146L96 200H170V80L136 88Z';
const NECK = 'M92 145C108 142 122 128 126 110L150 104L170 200H96L108 160Z';

function hatching(id: string, angle: number): string {
  const box = `width="3.4" height="3.4" patternUnits="userSpaceOnUse"`;
  const line = `<path d="M0 2h4" stroke="${INK}" stroke-width=".75"/>`;
  return `<pattern id="${id}" ${box} patternTransform="rotate(${angle})">${line}</pattern>`;
}

const NECKLINE = 'M99 171C112 186 139 180 150 157';
const BODY = `M34 200C42 186 68 179 99 171${NECKLINE.slice(7)}C166 168 184 174 192 200Z`;

/** A round neck, a rolled collar, a shirt, a shawl. */
const collars: readonly ((colour: string) => string)[] = [
  (colour) => stroke(colour, 4, NECKLINE),
  (colour) =>
    `<path fill="${colour}" d="M106 158C118 168 138 162 149 146L152 160C140 183 112 187 98 173Z"/>`,
  (colour) =>
    `<path fill="${colour}" d="M100 168C112 180 138 174 149 154L154 164C142 188 118 190 106 184L92 196L84 178Z"/>`,
  (colour) =>
    stroke(
      colour,
      2.5,
      'M150 164C138 186 112 192 74 200M158 168C148 192 128 198 110 204M166 172C160 190 150 198 140 204',
    ),
];

const EAR = 'M119 101C117 92 128 88 132 94C136 101 129 106 127 112C125 117 120 115 120 110';
const EAR_FOLD = 'M123 99C126 95 130 98 127 102L125 106';

function hairFor(likeness: Likeness, colour: string, ribbon: string) {
  const style: Hairstyle = hairstyles[likeness.hair];
  const fill = style.isCloth ? ribbon : colour;
  const strands = style.isCloth ? '#93a4a9' : colour === INK ? '#5f7480' : INK;
  return {
    behind: style.behind ? `<path fill="${fill}" d="${style.behind}"/>` : '',
    before: [
      `<g fill="${fill}">${circles(style.locks ?? [])}<path d="${style.shape}"/></g>`,
      stroke(strands, 1.2, style.strands),
      style.ribbon ? stroke(ribbon, 5, style.ribbon) : '',
      style.hidesEar ? '' : `<path fill="${PAPER}" d="${EAR}"/>${stroke(INK, 1.5, EAR + EAR_FOLD)}`,
    ].join(''),
  };
}
