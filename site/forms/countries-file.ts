import { countryNames } from '#contract/countries.ts';

/** /countries.json: the list of countries for the forms, in the format of restcountries.com and similar services. */
export function loader() {
  return Response.json(countryNames.map((common) => ({ name: { common } })));
}
