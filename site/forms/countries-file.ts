import { countryNames } from '#contract/countries.ts';

/** /countries.json: the public list that the forms ask for, in the format of restcountries.com, which such services share. */
export function loader() {
  return Response.json(countryNames.map((common) => ({ name: { common } })));
}
