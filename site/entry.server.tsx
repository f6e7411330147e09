import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { criticalCss } from './critical-css.ts';
import { eventBlock } from './found/event-block.ts';
import { startAfterFirstPaint } from './start-after-first-paint.ts';

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
  headers.set('content-type', 'text/html; charset=utf-8');
  // What is answered to unknown paths is rendered at "/", and must not say that it is the home page.
  const isHome = new URL(request.url).pathname === '/' && !context.isSpaMode;
  const page = isHome
    ? html.replace('</head>', () => `${eventBlock()}</head>`)
    : context.isSpaMode
      ? html.replaceAll(NAMES_HOME, '')
      : html;
  return new Response(
    import.meta.env.DEV ? page : startAfterFirstPaint(withCriticalCss(awaitingFonts(page))),
    {
      status,
      headers,
    },
  );
}

/** The class goes when the fonts have come (site/change-letters.ts). */
function awaitingFonts(html: string): string {
  return html.replace('<html ', '<html class="awaits-fonts" ');
}

function withCriticalCss(html: string): string {
  return html.replace(/(?<=<style>)[\s\S]*?(?=<\/style>)/, (stylesheet) =>
    criticalCss(stylesheet, html),
  );
}
