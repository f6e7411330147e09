/** What the server takes at most of who fills in a form, in characters. */
export const personLimits = { name: 200, phone: 60, email: 254, organization: 200, country: 100 };
