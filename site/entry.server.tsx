import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

const NAMES_HOME =
  / aria-current="page"|<link rel="canonical"[^>]*>|<meta property="og:url"[^>]*>/g;

/** Renders a page as a whole: pages are made at build time, so nothing is gained by streaming them. */
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
  // The page for unknown paths is rendered at "/", and must not say that it is the home page.
  const page = context.isSpaMode ? html.replaceAll(NAMES_HOME, '') : html;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(afterFirstPaint(page), { status, headers });
}

/** The browser asks for the style of the first paint, its fonts and drawings, before the scripts. */
function afterFirstPaint(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  );
}
