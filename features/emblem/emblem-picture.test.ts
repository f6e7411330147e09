import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { makeEmblemPicture } from './emblem-picture.ts';

const reference = 'PS26-7K3M-9QXW';

async function draw(name?: string, emblem = reference): Promise<Buffer> {
  return Buffer.from(await makeEmblemPicture(fixtureContent, emblem, name));
}

/** A picture takes a tenth of a second, so several tests read the same ones. */
const drawn = new Map<string | undefined, Promise<Buffer>>();

function pictureOf(name?: string): Promise<Buffer> {
  const picture = drawn.get(name) ?? draw(name);
  drawn.set(name, picture);
  return picture;
}

/** The parts of a PNG file: the type and the bytes of each. */
function partsOf(png: Buffer): { type: string; bytes: Buffer }[] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const parts: { type: string; bytes: Buffer }[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    parts.push({ type, bytes: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return parts;
}

/** The number of bytes in which the pixels of two pictures differ. */
function difference(one: Buffer, other: Buffer): number {
  const [pixels, others] = [one, other].map((png) => {
    const data = partsOf(png).filter(({ type }) => type === 'IDAT');
    return inflateSync(Buffer.concat(data.map(({ bytes }) => bytes)));
  });
  return pixels?.reduce((count, byte, at) => count + Number(byte !== others?.[at]), 0) ?? 0;
}

test('a picture has 1080 × 1080 pixels, no metadata, and the same bytes each time', async () => {
  const png = await pictureOf('Ada Byron');
  expect(await draw('Ada Byron')).toEqual(png);
  const parts = partsOf(png);
  expect(parts[0]?.bytes.readUInt32BE(0)).toBe(1080);
  expect(parts[0]?.bytes.readUInt32BE(4)).toBe(1080);
  expect(new Set(parts.map(({ type }) => type))).toEqual(new Set(['IHDR', 'IDAT', 'IEND']));
  expect(await draw('Ada Byron', 'PS26-7K3M-9QXX')).not.toEqual(png);
});

test('a picture has a name only if one is given', async () => {
  const [bare, ada, grace] = [await pictureOf(), await pictureOf('Ada'), await pictureOf('Grace')];
  expect(difference(bare, ada)).toBeGreaterThan(10_000);
  expect(difference(ada, grace)).toBeGreaterThan(1_000);
});

test.each(['欧阳娜娜', 'محمد بن عبد الله', 'श्रीमती क्षितिजा शर्मा', '김민준', 'Łukasz Żółć'])(
  'a picture shows the name %s',
  async (name) => {
    expect(difference(await pictureOf(), await pictureOf(name))).toBeGreaterThan(10_000);
  },
);

test('signs that no font has are left out, and a name of such signs is no name', async () => {
  expect(await pictureOf('Ada 👩‍🔬 Byron')).toEqual(await pictureOf('Ada Byron'));
  expect(await pictureOf('🦄 👩‍🔬')).toEqual(await pictureOf());
});

test.each([
  ['markup', '<script>alert("&amp;")</script>]]><!--'],
  ['one long word', 'W'.repeat(200)],
  ['many words', 'Maximiliane '.repeat(40)],
  ['lines and controls', 'Ada\r\n\0\u202e\u2028Byron\ud800'],
  ['marks without a letter', '\u0301\u0335\u0489'.repeat(30)],
])('a name of %s makes a picture', async (_, name) => {
  const parts = partsOf(await pictureOf(name));
  expect(parts.at(-1)?.type).toBe('IEND');
});

test('a long name of the conference makes a picture', async () => {
  const name = 'International Conference on Polymer Science and Composite Materials '.repeat(3);
  const conference = { ...fixtureContent.conference, name };
  const png = await makeEmblemPicture({ conference }, reference, 'Maximiliane '.repeat(20));
  expect(partsOf(Buffer.from(png)).at(-1)?.type).toBe('IEND');
});
