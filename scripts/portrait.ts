/**
 * A cameo of an invented person: a bust in profile before chains and lattices, in ink, paper and one accent. The id
 * alone decides how it looks, and the same id always looks the same. Everything is drawn in a box of 200 by 200, facing
 * left, for a round frame; what is said of places below is said in that box.
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

const INK = '#14202b';
const PAPER = '#f6f3ec';
const ACCENT = '#c8401c';
const SLATE = '#33485a';

/** The grounds of the medallions, with the colour of the lattice printed on them. */
const grounds = [
  { fill: '#e2d9c7', line: '#c3b79f' },
  { fill: '#c6cfd0', line: '#a3b1b5' },
  { fill: '#d3c7b1', line: '#b3a58b' },
  { fill: '#9fb0b5', line: '#82969c' },
] as const;

/** Polymers as they are put on paper: a network, a backbone of bonds, a spherulite, chains in the melt. */
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

/** Head and neck; brow, nose and chin are a little different for everyone. */
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

/** Where the face turns from the light it is hatched, and cross-hatched on the neck, as engravers do it. */
const CHEEK = 'M114 92C114 118 102 136 84 147L100 146L96 200H170V80L136 88Z';
const NECK = 'M92 145C108 142 122 128 126 110L150 104L170 200H96L108 160Z';

function hatching(id: string, angle: number): string {
  const box = `width="3.4" height="3.4" patternUnits="userSpaceOnUse"`;
  const line = `<path d="M0 2h4" stroke="${INK}" stroke-width=".75"/>`;
  return `<pattern id="${id}" ${box} patternTransform="rotate(${angle})">${line}</pattern>`;
}

const EAR = 'M119 101C117 92 128 88 132 94C136 101 129 106 127 112C125 117 120 115 120 110';
const EAR_FOLD = 'M123 99C126 95 130 98 127 102L125 106';

/** Short hair from the forehead over the skull to the nape, with room for the ear. */
const CAP = [
  'M84 60C86 40 106 29 126 32C151 36 164 60 161 90C159 112 155 126 149 139C143 134 138 126 136 114',
  'L132 92L119 93L114 106C111 98 112 90 110 80C101 79 91 73 84 60Z',
].join('');

/** Hair that is combed back over the ear to the nape. */
const COMBED = [
  'M85 58C88 40 106 30 126 32C150 36 162 58 160 88C158 110 152 122 145 128C138 118 132 98 120 92',
  'C112 90 108 84 108 76C99 76 91 70 85 58Z',
].join('');

type Hairstyle = {
  readonly behind?: string;
  readonly shape: string;
  /** Centre and radius of curls, knots and the links of a braid. */
  readonly locks?: readonly Circle[];
  readonly strands: string;
  readonly ribbon?: string;
  readonly hidesEar?: true;
  readonly isCloth?: true;
};

const hairstyles = {
  crop: {
    shape: CAP,
    strands:
      'M94 62C106 44 130 40 146 62M104 68C116 54 134 54 146 76M150 74C156 92 152 110 147 124',
  },
  quiff: {
    shape: [
      'M84 62C74 46 84 28 108 26C136 20 164 46 161 88C159 112 155 126 149 139C143 134 138 126 136 114',
      'L132 92L119 93L114 106C111 98 112 90 112 78C104 70 92 70 84 62Z',
    ].join(''),
    strands: 'M86 50C98 36 124 34 140 50M90 58C108 46 132 48 148 72M150 80C156 96 152 112 147 126',
  },
  curls: {
    shape: CAP,
    locks: [
      [88, 56, 9],
      [96, 44, 11],
      [110, 36, 12],
      [126, 33, 12],
      [142, 40, 12],
      [153, 54, 12],
      [158, 71, 11],
      [159, 88, 11],
      [156, 104, 10],
      [152, 119, 9],
      [147, 131, 8],
      [104, 64, 12],
      [112, 78, 8],
    ],
    strands: [
      'M92 50a6 6 0 0 1 10 4M106 38a7 7 0 0 1 12 4M126 42a7 7 0 0 1 12 5M144 54a7 7 0 0 1 8 8',
      'M146 76a7 7 0 0 1 8 8M112 56a7 7 0 0 1 12 5M130 64a7 7 0 0 1 10 7M144 100a6 6 0 0 1 8 6',
    ].join(''),
  },
  afro: {
    behind: 'M182 80A50 50 0 1 0 86 56C90 92 104 130 140 130C164 130 182 106 182 78Z',
    shape: CAP,
    strands: [
      'M100 44a8 8 0 0 1 12 2M122 34a8 8 0 0 1 13 4M148 46a8 8 0 0 1 10 8M162 72a8 8 0 0 1 6 12',
      'M106 62a8 8 0 0 1 12 2M128 58a8 8 0 0 1 12 6M148 80a8 8 0 0 1 8 10M152 108a8 8 0 0 1 8 8',
    ].join(''),
  },
  bun: {
    shape: COMBED,
    locks: [[163, 92, 19]],
    strands: [
      'M96 60C112 50 138 58 152 84M106 70C120 66 138 74 150 92M100 50C118 40 144 48 156 74',
      'M154 84a12 12 0 0 1 19 2M153 98a12 12 0 0 0 19-1',
    ].join(''),
    ribbon: 'M149 76C154 86 154 100 149 110',
  },
  bob: {
    shape: [
      'M86 58C86 38 108 27 128 31C154 36 168 62 166 100C166 122 166 136 160 148C146 154 124 152 112 144',
      'C118 130 118 112 114 98C110 90 108 84 106 76C98 76 90 70 86 58Z',
    ].join(''),
    strands: [
      'M98 62C112 46 142 46 152 86C156 108 156 126 152 142',
      'M108 70C122 60 138 66 142 92C146 112 144 128 140 144M118 78C130 90 132 116 126 144',
    ].join(''),
    hidesEar: true,
  },
  long: {
    behind: 'M130 60C166 60 170 100 170 130C170 160 182 176 184 200H120Z',
    shape: [
      'M86 58C86 38 108 27 128 31C156 36 168 64 167 100C166 136 176 160 174 200H128',
      'C138 176 130 152 122 128C116 112 116 104 112 92C108 84 106 80 106 76C98 76 90 70 86 58Z',
    ].join(''),
    strands: [
      'M98 62C114 46 142 48 152 88C158 124 158 160 162 198M108 72C122 62 136 70 142 96',
      'C148 130 146 164 150 198M116 82C126 92 130 112 134 128C140 156 138 178 138 196',
    ].join(''),
    hidesEar: true,
  },
  braid: {
    shape: COMBED,
    locks: [
      [149, 127, 10],
      [153, 142, 10],
      [152, 157, 10],
      [148, 171, 10],
      [143, 184, 10],
    ],
    strands: [
      'M96 60C112 50 138 58 148 104M106 70C122 66 136 82 144 110M102 48C122 40 148 52 154 96',
      'M143 131l9 8 7-9M145 146l9 8 6-9M144 161l8 8 6-9M139 175l8 7 6-8',
    ].join(''),
    ribbon: 'M134 192l18-3',
  },
  headscarf: {
    shape: [
      'M84 66C82 42 104 24 130 28C160 33 172 62 169 98C168 130 176 158 190 200H86C92 186 96 172 90 156',
      'C88 150 90 147 95 146C106 140 112 122 108 104C104 90 96 78 84 66Z',
    ].join(''),
    strands: [
      'M90 62C106 66 118 84 118 106C118 130 108 146 94 152M98 46C124 52 136 80 134 112',
      'C132 142 116 166 100 176M118 34C146 46 154 84 150 120C148 150 132 180 114 192',
      'M150 48C164 74 162 112 162 140C162 160 158 180 152 196',
    ].join(''),
    hidesEar: true,
    isCloth: true,
  },
  receding: {
    shape: [
      'M112 92C112 84 116 80 124 78C136 75 142 66 151 58C160 68 162 84 160 98C158 116 154 128 149 138',
      'C143 134 138 126 136 114L132 92L119 93L114 106C112 102 112 98 112 92Z',
    ].join(''),
    strands: [
      'M122 84C134 82 146 78 152 70M134 92C146 92 152 86 156 80',
      'M138 104C146 104 152 100 157 94M141 116C147 116 151 112 155 108',
    ].join(''),
  },
} satisfies Record<string, Hairstyle>;
type HairName = keyof typeof hairstyles;
const anyHair: readonly HairName[] = ['crop', 'quiff', 'curls', 'bun', 'bob', 'long', 'receding'];

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

const beards = {
  full: [
    'M119 104C118 124 112 140 102 147C92 154 78 153 73 144C70 138 71 131 75 127C79 125 84 124 87 121',
    'C82 119 76 118 71 116C70 112 78 109 84 111C94 114 100 122 106 122C111 116 113 108 114 100Z',
  ].join(''),
  short: [
    'M115 102C114 118 106 128 96 130C88 130 80 126 76 127C72 131 71 137 73 141C76 147 86 149 95 147',
    'C110 142 118 126 119 106Z',
  ].join(''),
  moustache: 'M71 115C70 111 78 109 84 112C88 114 90 118 91 121C86 119 78 118 71 117Z',
};

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

type Likeness = {
  readonly hair: HairName;
  readonly beard?: keyof typeof beards;
  readonly glasses?: true;
  readonly grey?: true;
};

/** How some of the invented speakers are imagined; whoever is not in this list gets hair by chance. */
const likenesses: Partial<Record<string, Likeness>> = {
  'ilse-vanderhaeren': { hair: 'bob', grey: true },
  'tomoharu-kazahaya': { hair: 'crop', grey: true, glasses: true },
  'adaeze-umunnakor': { hair: 'afro' },
  'rafael-quintanar-belmez': { hair: 'quiff', beard: 'moustache' },
  'meera-vaidyalingam': { hair: 'braid' },
  'callum-strathvern': { hair: 'receding', beard: 'full', grey: true },
  'hye-rin-namgoong': { hair: 'bun' },
  'luciana-prates-arruda': { hair: 'curls' },
  'jonas-ekelov': { hair: 'crop', beard: 'short' },
  'wen-ling-shiau': { hair: 'bob', glasses: true },
  'farid-benkacemi': { hair: 'curls', beard: 'short' },
  'dorottya-szilvas-kern': { hair: 'bun', grey: true, glasses: true },
  'oksana-derevlyana': { hair: 'long' },
  'mateus-chikwandane': { hair: 'crop' },
  'nilufar-azimkulova': { hair: 'headscarf' },
  'sigrun-hallmarsdottir': { hair: 'braid' },
  'yusuf-karadenizel': { hair: 'receding', beard: 'moustache', glasses: true },
  'tevita-fonumanu': { hair: 'curls', beard: 'full' },
};

type Circle = readonly [x: number, y: number, radius: number];

function circles(all: readonly Circle[]): string {
  return all.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('');
}

function stroke(colour: string, width: number, path: string): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${path}"/>`;
}

type Choose = <T>(options: readonly T[]) => T;

/** The same id makes the same choices in the same order: FNV-1a over the id, then a mixing step for each choice. */
function chooserFor(id: string): Choose {
  let state = 2166136261;
  for (const letter of id) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (options) => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    const option = options[(state >>> 8) % options.length];
    if (option === undefined) throw new RangeError('there is nothing to choose from');
    return option;
  };
}
