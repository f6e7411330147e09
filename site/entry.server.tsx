import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { withOwnStyles } from './page-styles.ts';

export { createRequestHandler } from 'react-router';

const NAMES_HOME =
  / aria-current="page"|<link rel="(?:canonical|alternate)"[^>]*>|<meta property="og:url"[^>]*>/g;

/** Renders a whole page. The build renders all pages, so streaming would have no advantage. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let fault: unknown;
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    {
      onError: (error) => void (fault ??= error),
      // React would move a long part to its place by an inline script, which no visitor without scripts could run.
      progressiveChunkSize: Infinity,
    },
  );
  await stream.allReady;
  if (fault !== undefined) throw fault;

  const html = await new Response(stream).text();
  // The page for unknown paths is rendered at "/", but must not have the home page's canonical address.
  // Its styles are also those of all pages that the server makes.
  const page = context.isSpaMode ? html.replaceAll(NAMES_HOME, '') : withOwnStyles(html);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(afterFirstPaint(page), { status, headers });
}

/**
 * Preloads only the framework and the start of the application, with a low priority: the browser first requests the
 * drawings of the first paint, which each request delays by some milliseconds on a slow phone. It finds the other scripts, which are
 * small, long before it has the framework.
 */
function afterFirstPaint(html: string): string {
  return html.replaceAll(/<link rel="modulepreload" href="([^"]*)"\/>/g, (link, href: string) =>
    /\/(?:framework|entry\.client)-/.test(href) ? link.replace(' ', ' fetchpriority="low" ') : '',
  );
}
