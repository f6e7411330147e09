import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { type Content, inLanguage } from '#contract/content.ts';
import { languageBase } from '#contract/content/languages.ts';
import { isShown } from '#contract/content/site-addresses.ts';
import { replaceFonts } from '#documents/font-sheet.ts';
import { renderContent } from '#server/content/render-content.ts';
import { template } from '#server/content/site-template.ts';
import { contentModules } from './content-modules.ts';
import { documentsOf } from './plugins/documents-plugin.ts';
import { withFirstStyles } from './first-styles.ts';
import { iconsOf } from './plugins/icons-plugin.ts';
import { fillColours, fillScript } from './slots.ts';
import { portraitRules, themeFiles } from './theme-files.ts';

/** The template, which scripts/build-template.ts builds. */
const TEMPLATE = fileURLToPath(new URL('../build/template', import.meta.url));

type Site = {
  content: Content;
  /** The conference's folder. */
  folder: string;
  /** A translation; undefined for the first language. */
  tag: string | undefined;
  /** The folder to write to. */
  client: string;
};

/** Files that are the same in every language, or that list the pages of all languages. */
const shared = ['sitemap.xml', 'robots.txt', 'countries.json'];

/** Writes the pages of a conference in one language: the template with its texts and its looks. */
export async function renderSite(site: Site): Promise<void> {
  const { content, folder, tag, client } = site;
  const base = tag === undefined ? '' : languageBase(tag);
  const read = () => content;
  const theme = themeFiles(folder, read, () => `${base}/`);
  const modules = contentModules(content, { folder, language: tag });
  const write = (path: string, bytes: string | Uint8Array) => {
    const file = join(client, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  };

  const assets = readAssets();
  const { looks } = content.conference;
  const styles = [...assets.keys()].find((name) => name.endsWith('.css')) ?? '';
  const css = replaceFonts(
    fillColours(String(assets.get(styles)), looks.palette),
    looks.fonts,
    theme.addressOfFont,
  );
  assets.set(styles, withBase(css + portraitRules(looks)));
  const valueOf = (name: string): unknown => {
    const [, scheme, rest = ''] = /^(theme|css):(.*)/.exec(name) ?? [];
    if (scheme === 'theme') return theme.valueOf(rest);
    if (scheme === 'css') return rest === 'url' ? `${base}/assets/${styles}` : assets.get(styles);
    const [module = '', label] = name.split('.');
    const value = modules[module];
    return label === undefined ? value : Object(value)[label];
  };
  for (const [name, file] of assets) {
    if (name.endsWith('.js')) assets.set(name, withBase(fillScript(String(file), valueOf)));
  }
  // A theme with fonts of its own needs none of the house.
  for (const name of assets.keys()) {
    if (name.endsWith('.woff2') && !css.includes(name)) assets.delete(name);
  }
  const named = withDigests(assets);
  for (const [name, bytes] of named.files) write(`${base}/assets/${name}`, bytes);
  for (const { address, bytes } of theme.assets()) write(address, bytes);

  const server = join(client, '..', `server-${process.pid}-${tag ?? ''}.mjs`);
  const code = readFileSync(join(TEMPLATE, 'server/index.js'), 'utf8');
  writeFileSync(server, named.inText(withBase(fillScript(code, valueOf))));
  const build: ServerBuild = await import(pathToFileURL(server).href);
  await rm(server);
  await renderPages(siteBuild(build, site, base, write), base, write);

  const words = inLanguage(content, tag ?? content.language);
  for (const [address, { make }] of documentsOf(words, folder)) write(base + address, await make());
  // All languages share the icons and the pictures of the first one.
  if (tag !== undefined) return;
  for (const [address, { make }] of iconsOf(folder, read)) write(address, await make());
  for (const [path, { bytes }] of await theme.pictures()) write(path, bytes);
  for (const file of renderContent(content, folder).pictures) {
    write(file, readFileSync(join(folder, file)));
  }
  const own = join(folder, 'public');
  for (const file of existsSync(own) ? await readdir(own) : []) {
    if (file !== 'favicon.svg') await cp(join(own, file), join(client, file), { recursive: true });
  }

  function withBase(text: string): string {
    return text.replaceAll(`${template.base}/`, `${base}/`).replaceAll(template.base, base || '/');
  }
}

type Assets = Map<string, string | Buffer>;

function readAssets(): Assets {
  const folder = join(TEMPLATE, 'client/assets');
  // Each language has its own list of the routes.
  const files = globSync('*', { cwd: folder, exclude: ['manifest-????????.js'] }).toSorted();
  return new Map(
    files.map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, /\.(?:js|css)$/.test(name) ? bytes.toString() : bytes];
    }),
  );
}

/**
 * The files under names that change with their contents, because browsers keep them for a year: the digest in a name is that of
 * the file and of all files that it loads.
 */
function withDigests(assets: Assets) {
  const NAME = /[\w.-]+-[\w-]{8}\.(?:js|css|woff2)/g;
  const loadedBy = new Map(
    [...assets].map(([name, file]) => {
      const names = typeof file === 'string' ? (file.match(NAME) ?? []) : [];
      return [name, names.filter((each) => assets.has(each))];
    }),
  );
  const withAll = (name: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(name)) {
      seen.add(name);
      for (const next of loadedBy.get(name) ?? []) withAll(next, seen);
    }
    return seen;
  };
  const names = new Map<string, string>();
  for (const [name, file] of assets) {
    if (typeof file !== 'string') continue;
    // Two files that load each other have the same parts.
    const hash = createHash('sha256').update(name);
    for (const each of [...withAll(name)].toSorted()) hash.update(assets.get(each) ?? '');
    const digest = hash.digest('base64url').slice(0, 8);
    names.set(name, name.replace(/-[\w-]{8}(?=\.\w+$)/, `-${digest}`));
  }
  const inText = (text: string) => text.replaceAll(NAME, (name) => names.get(name) ?? name);
  const files = [...assets].map(([name, file]) => {
    const isText = typeof file === 'string';
    return [names.get(name) ?? name, isText ? inText(file) : file] as const;
  });
  return { files, inText };
}

type Write = (path: string, bytes: string | Uint8Array) => void;

/** The bundle that is made for a server, with the routes of this conference in this language. */
function siteBuild(build: ServerBuild, { content, tag }: Site, base: string, write: Write) {
  const routes = routesOf(build.routes, content, tag);
  const assets = { ...build.assets, routes: routesOf(build.assets.routes, content, tag) };
  // Browsers keep this file for a year, so its name changes with it.
  const version = createHash('sha256').update(JSON.stringify(assets)).digest('hex').slice(0, 8);
  const manifest = { ...assets, version, url: `${base}/assets/manifest-${version}.js` };
  // A browser asks the server for files, so it needs no routes to them.
  const pages = Object.entries(assets.routes).filter(([id]) => routes[id]?.module.default);
  const known = { ...manifest, routes: Object.fromEntries(pages) };
  const json = JSON.stringify(known, (_, value: unknown) => (value === false ? undefined : value));
  write(manifest.url, `window.__reactRouterManifest=${json};`);
  const paths = Object.values(routes).map((route) => pathOf(route));
  return {
    ...build,
    routes,
    assets: manifest,
    ssr: false,
    prerender: paths.filter((path) => path !== undefined),
  };
}

type Route = { id: string; path?: string; parentId?: string };

/** The address of a page or file; undefined for the frame of all pages and for unknown addresses. */
function pathOf({ id, path }: Route): string | undefined {
  return id === 'root' || path === '*' ? undefined : `/${path ?? ''}`;
}

/** The routes of a conference: without the pages that it leaves out, and with those of its own. */
function routesOf<T extends Route>(
  all: Record<string, T | undefined>,
  { addresses, legal, ownPages }: Content,
  tag: string | undefined,
): Record<string, T> {
  const own: Record<string, readonly { path: string }[]> = {
    [template.legalPage]: legal.pages,
    [template.ownPage]: ownPages,
  };
  const routes = Object.values(all).flatMap((route): T[] => {
    if (route === undefined) return [];
    const pages = own[route.id];
    if (pages) return pages.map(({ path }) => ({ ...route, id: path, path: path.slice(1) }));
    if (tag !== undefined && shared.includes(route.path ?? '')) return [];
    return isShown(pathOf(route) ?? '/', addresses) ? [route] : [];
  });
  return Object.fromEntries(routes.map((route) => [route.id, route]));
}

/** Writes each page and file, as the router's own build does: the data of its loaders, and the page itself. */
async function renderPages(
  build: ReturnType<typeof siteBuild>,
  base: string,
  write: Write,
): Promise<void> {
  // The router obeys the headers of a build only then.
  process.env['IS_RR_BUILD_REQUEST'] = 'yes';
  const { createRequestHandler } = Object(build.entry.module);
  const handle = createRequestHandler(build, 'production');
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response: Response = await handle(new Request(`http://localhost${path}`, { headers }));
    if (response.status !== 200) throw new Error(`${path} has the status ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  };
  for (const route of Object.values(build.routes)) {
    const path = pathOf(route);
    if (path === undefined) continue;
    const isFile = route.module.default === undefined;
    const data = `${base}${path === '/' ? '/_' : path}.data`;
    write(data, await get(data + (isFile ? `?_routes=${encodeURIComponent(route.id)}` : '')));
    if (isFile) write(base + path, await get(base + path));
    else {
      const page = Buffer.from(await get(join(base, path, '/'))).toString();
      write(join(base, path, 'index.html'), withFirstStyles(page));
    }
  }
  const spa = { 'X-React-Router-SPA-Mode': 'yes' };
  write(`${base}/__spa-fallback.html`, await get(base || '/', spa));
}
