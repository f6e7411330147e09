import { inOneLine } from '#contract/content/languages.ts';
import type { Looks } from '#contract/content/looks.ts';
import type { Content } from '#contract/content.ts';
import { drawEmblem } from './emblem.ts';
import { type Block, heightOf, outlines, placed } from './outlines.ts';
import { rasterise } from './rasterise.ts';
import { fitted, openTypefaces } from './typesetting.ts';

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 72];
const TEXT = 640;
const LOGO = 96;

/** A page with a picture of its own: its title, and a line below it. */
type Shared = { title: string; line: string };

/** The picture that networks show beside a link to the site, for a conference without one of its own, or to one of its pages. */
export async function makeSharePicture(
  { conference }: Pick<Content, 'conference'>,
  page?: Shared,
): Promise<Uint8Array> {
  const { name, fullTitle, dates, city, country, looks } = conference;
  const town = inOneLine([city, country], conference.language);
  const where = page ? `${name} · ${dates.text}` : `${dates.text} · ${town}`;
  const { title: large, line: small } = page ?? { title: name, line: fullTitle };
  const typefaces = await openTypefaces([large, small, where], looks.fonts);
  const { paper, ink, soft, accent } = looks.palette.light;
  const frame = (height: number, largest: number, smallest: number) => ({
    width: TEXT,
    height,
    largest,
    smallest,
  });
  const heading: Block = {
    ...fitted(typefaces, large, 'badge', frame(250, page ? 64 : 92, page ? 26 : 40)),
    above: 0,
  };
  const title: Block = { ...fitted(typefaces, small, 'fine', frame(100, 30, 20)), above: 22 };
  const place: Block = { ...fitted(typefaces, where, 'tagline', frame(50, 28, 18)), above: 0 };
  const texts = [heading, title];
  const logo = looks.logo?.light;
  const top = logo ? MARGIN + LOGO + 36 : (HEIGHT - heightOf([...texts, place])) / 2 - 24;
  const below = HEIGHT - MARGIN - heightOf([place]);
  const at = (y: number) => ({ x: MARGIN, y, width: TEXT });
  return rasterise({
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<path fill="${paper}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<path fill="${accent}" d="M0 0h${WIDTH}v12H0z"/>
${logo ? placed(logo, { x: MARGIN, y: MARGIN, width: TEXT, height: LOGO, isLeft: true }) : ''}
${art(looks, name)}
<path fill="${ink}" d="${outlines(typefaces, [heading], at(top))}"/>
<path fill="${soft}" d="${outlines(typefaces, [title], at(top + heightOf([heading])))}"/>
<path fill="${accent}" d="${outlines(typefaces, [place], at(below))}"/>
</svg>`,
  });
}

/** The emblem of the conference beside the text. */
function art({ lattice, emblemDrawing, palette }: Looks, name: string): string {
  const [x, y, radius] = [950, HEIGHT / 2, 200];
  if (emblemDrawing) {
    return placed(emblemDrawing, {
      x: x - radius,
      y: y - radius,
      width: 2 * radius,
      height: 2 * radius,
    });
  }
  if (!lattice) return '';
  const { ink, accent } = palette.light;
  const { line, marks, lineWidth } = drawEmblem(name, { x, y, radius }, lattice);
  return `<path fill="none" stroke="${ink}" stroke-width="${lineWidth}" stroke-linecap="round" stroke-linejoin="round" d="${line}"/>
<path fill="${accent}" d="${marks}"/>`;
}
