import { type Content, inLanguage, languagesOf } from '#contract/content.ts';
import { html, type Markup } from '#server/markup.ts';

type Head = {
  /** The address in the first language. */
  path: string;
  title: string;
  description: string;
  /** `article` for a contribution. */
  type?: 'website' | 'article';
  /** The address of the picture that networks show; by default that of the site. */
  image?: string;
  isListed?: boolean;
};

/** The elements of the head that every page of this feature has, as the prerendered pages have them. */
export function publicHead(
  { first, content, origin }: { first: Content; content: Content; origin: string },
  { path, title, description, type = 'website', image = '/share.png', isListed = true }: Head,
  more?: Markup,
): Markup {
  const { conference, base } = content;
  const named = html`<title>${title} · ${conference.name}</title>
    <meta name="description" content="${description}" />`;
  if (!isListed) return html`${named}<meta name="robots" content="noindex" />`;
  const languages = languagesOf(first).map((tag) => ({ tag, at: inLanguage(first, tag).base }));
  const others = languages.length > 1 ? languages : [];
  return html`${named}
    <link rel="canonical" href="${origin}${base}${path}" />
    ${others.map(({ tag, at }) => html`<link rel="alternate" hreflang="${tag}" href="${origin}${at}${path}" />`)}
    ${others.length > 0 ? html`<link rel="alternate" hreflang="x-default" href="${origin}${path}" />` : undefined}
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${origin}${base}${path}" />
    <meta property="og:type" content="${type}" />
    <meta property="og:image" content="${origin}${image}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${title}" />
    <meta name="twitter:card" content="summary_large_image" />
    ${more}`;
}

/** JSON-LD; no text can end its element. */
export function jsonLd(data: unknown): Markup {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return { markup: `<script type="application/ld+json">${text}</script>` };
}
