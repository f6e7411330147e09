/** Pages that only make sense to someone who is about to pay are left out of search engines. */
export const unlisted = { name: 'robots', content: 'noindex' };
