import { robotsText } from './robots.ts';

/** /robots.txt */
export function loader() {
  return new Response(robotsText(), { headers: { 'content-type': 'text/plain' } });
}
