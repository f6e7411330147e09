import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

const NAMES_HOME =
  / aria-current="page"|<link rel="canonical"[^>]*>|<meta property="og:url"[^>]*>/g;

/** Renders a whole page. Pages are made at build time, so streaming would gain nothing. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let fault: unknown;
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    { onError: (error) => void (fault ??= error) },
  );
  await stream.allReady;
  if (fault !== undefined) throw fault;

  const html = await new Response(stream).text();
  // The page for unknown paths is rendered at "/", but must not have the home page's canonical address.
  const page = context.isSpaMode ? html.replaceAll(NAMES_HOME, '') : html;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(afterFirstPaint(page), { status, headers });
}

/** The browser requests the fonts and drawings of the first paint before the scripts. */
function afterFirstPaint(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  );
}
