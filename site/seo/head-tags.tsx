import conference from 'content:conference';
import { useLocation } from 'react-router';
import { SITE_ORIGIN } from '#contract/site-origin.ts';

/**
 * Tags for search engines, previews and home screens, besides the title and description of each page. All tags are in the
 * HTML; scripts only update the canonical address (site/layout/route-change.tsx).
 */
export function HeadTags() {
  const { pathname } = useLocation();
  if (!import.meta.env.SSR) return null;
  const address = `${SITE_ORIGIN}${pathname.replace(/(?<=.)\/$/, '')}`;
  return (
    <>
      <link rel="icon" href="/icon-32.png" sizes="32x32" type="image/png" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_US" />
      <meta property="og:site_name" content={conference.name} />
      <meta property="og:image" content={`${SITE_ORIGIN}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={conference.fullTitle} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
