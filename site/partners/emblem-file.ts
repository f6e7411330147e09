import partners from 'content:partners';
import type { Route } from './+types/emblem-file.ts';
import { emblemOf, emblemPath } from './emblem.ts';

/** /partners/psu.svg and the like, made when the site is built. */
export function loader({ params }: Route.LoaderArgs) {
  const partner = partners.find(({ name }) => emblemPath(name) === `/partners/${params.file}`);
  if (!partner) throw new Response('There is no such partner', { status: 404 });
  return new Response(emblemOf(partner.name), { headers: { 'content-type': 'image/svg+xml' } });
}
