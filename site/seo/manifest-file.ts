import { base, direction, language } from 'content:language';
import conference from 'content:conference';
import details from 'content:conference-details';
import { light } from 'theme:paper';

/** /site.webmanifest: the name and icons of the site on a home screen. */
export function loader() {
  const icon = (size: number) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  });
  const manifest = {
    name: conference.name,
    short_name:
      conference.shortName ?? conference.name.replace(String(conference.dates.year), '').trim(),
    description: details.description,
    lang: language,
    ...(direction === 'rtl' && { dir: direction }),
    start_url: `${base}/`,
    display: 'browser',
    background_color: light,
    theme_color: light,
    icons: [icon(192), icon(512), { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  };
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } });
}
