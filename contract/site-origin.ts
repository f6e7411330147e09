/**
 * The placeholder for the address of the site in built pages: previews, search engines and sitemaps need whole
 * addresses. The running server replaces the placeholder with the real address.
 */
export const SITE_ORIGIN = 'https://origin.invalid';
