import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { jsonSchema, type NamedCalls, openApi } from './open-api.ts';

/**
 * /api/openapi.json for programs and /api/docs for people, to which /api leads. Both are made at the first request from
 * the calls of the contract that this conference answers, and every request gets the same bytes.
 */
export function apiDocs(app: FastifyInstance, title: string, origin = '/'): void {
  /** A conference without abstracts or discounts has no routes for their calls. */
  const offered = () =>
    Object.entries<Call>(calls).filter(([, { method, path: url }]) =>
      app.hasRoute({ method, url }),
    );

  let description: Buffer | undefined;
  app.get('/api/openapi.json', OPTIONS, async (_, reply) => {
    description ??= Buffer.from(JSON.stringify(openApi(title, origin, offered())));
    return reply.type('application/json; charset=utf-8').send(description);
  });

  for (const address of ['/api', '/api/']) {
    app.get(address, OPTIONS, async (_, reply) =>
      reply.header('link', '</api/openapi.json>; rel="service-desc"').redirect('/api/docs'),
    );
  }

  let page: { html: Buffer; policy: string } | undefined;
  app.get('/api/docs', OPTIONS, async (_, reply) => {
    page ??= apiPage(title, offered());
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .send(page.html);
  });
}

const OPTIONS = { config: { limit: 'read' } } as const;

/** The calls as a page to read: plain HTML, no script. */
function apiPage(title: string, offered: NamedCalls): { html: Buffer; policy: string } {
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}: calls</title>
<style>${STYLE}</style>
<main>
<h1>${escape(title)}: calls</h1>
<p>Everything the pages ask the server. The same as <a href="/api/openapi.json">OpenAPI</a>. A request that is refused is
answered with JSON <code>{ "success": false, "code", "message", "fields"? }</code>.</p>
${offered.map(([, call]) => section(call)).join('\n')}
</main>
</html>`;
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html: Buffer.from(html), policy };
}

function section(call: Call): string {
  const parts = [
    ['Path', call.params, 'input'],
    ['Query', call.query, 'input'],
    ['Body', call.body, 'input'],
    ['Reply', call.reply, 'output'],
  ] as const;
  return `<section>
<h2><b>${call.method}</b> <code>${escape(call.path)}</code></h2>
<p>${escape(call.summary)}</p>
${parts.map(([name, schema, io]) => (schema ? part(name, schema, io) : '')).join('\n')}
</section>`;
}

function part(name: string, schema: z.ZodMiniType, io: 'input' | 'output'): string {
  const shape = JSON.stringify(jsonSchema(schema, io), null, 2);
  return `<details><summary>${name}</summary><pre>${escape(shape)}</pre></details>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1.25rem 6rem }
h2 { font-size: 1.1rem; margin: 2.5rem 0 0; padding-top: 1rem; border-top: 1px solid #8886 }
h2 code { overflow-wrap: anywhere }
h2 b { font-size: .8rem; letter-spacing: .06em; margin-right: .5rem }
p { margin: .4rem 0 }
pre { overflow-x: auto; font-size: .85rem; padding: 1rem; background: #8881; margin: .5rem 0 }
summary { cursor: pointer; padding: .25rem 0 }
`;
