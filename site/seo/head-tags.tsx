import { base, language, languages, locale } from 'content:language';
import conference from 'content:conference';
import details from 'content:conference-details';
import { addressIn } from './page-address.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { useLocation } from 'react-router';

/**
 * Tags for search engines, previews and home screens, besides the title and description of each page. All tags are in the
 * HTML; scripts only update the canonical address (site/layout/route-change.tsx).
 */
export function HeadTags() {
  const { pathname } = useLocation();
  if (!import.meta.env.SSR) return null;
  const address = addressIn(base, pathname);
  return (
    <>
      <link rel="icon" href="/icon-32.png" sizes="32x32" type="image/png" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
      <link rel="manifest" href={`${base}/site.webmanifest`} />
      <link rel="canonical" href={address} />
      {languages.map((other) => (
        <link
          key={other.tag}
          rel="alternate"
          hrefLang={other.tag}
          href={addressIn(other.base, pathname)}
        />
      ))}
      {languages[0] && (
        <link rel="alternate" hrefLang="x-default" href={addressIn(languages[0].base, pathname)} />
      )}
      <meta property="og:url" content={address} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={locale} />
      {languages
        .filter(({ tag }) => tag !== language)
        .map((other) => (
          <meta key={other.tag} property="og:locale:alternate" content={other.locale} />
        ))}
      <meta property="og:site_name" content={conference.name} />
      <meta property="og:image" content={`${SITE_ORIGIN}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={details.fullTitle} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
