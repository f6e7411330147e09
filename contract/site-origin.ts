/**
 * Stands in built pages where the address of the site belongs: previews, search engines and sitemaps want whole
 * addresses, and where the site is reached is known only when the server runs. The server puts the real one in.
 */
export const SITE_ORIGIN = 'https://origin.invalid';
