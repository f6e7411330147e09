/**
 * Which folder may import which: the arrows of docs/architecture.md. A file belongs to the row with the longest matching
 * `part`; a part may always import itself.
 */
export type PartRule = {
  part: string;
  may: readonly string[];
  /** Only the files directly in the folder; every folder in it needs a row of its own. */
  flat?: true;
  /** It runs in browsers, where Node's modules do not exist. */
  browser?: true;
};

const features = [
  'server/registration',
  'server/discount',
  'server/abstract',
  'server/receipt',
  'server/speakers',
];
const ground = [
  'server/database',
  'server/errors.ts',
  'server/every.ts',
  'server/identity.ts',
  'server/markup.ts',
  'contract',
];
const services = [
  'server/payments',
  'server/mail',
  'server/files',
  'server/content',
  'server/http',
  'documents',
];

export const partRules: readonly PartRule[] = [
  { part: 'contract', may: [], browser: true },
  { part: 'documents', may: ['server/content', 'contract'] },
  { part: 'site', may: ['contract'], browser: true },
  { part: 'sandbox', may: [] },

  {
    part: 'server/main.ts',
    may: ['server', 'server/background-jobs.ts', ...features, ...services, ...ground, 'sandbox'],
  },
  {
    part: 'server/background-jobs.ts',
    may: ['server', 'server/privacy', ...features, ...services, ...ground],
  },
  { part: 'server', may: [...features, ...services, ...ground], flat: true },
  ...features.map((part) => ({ part, may: [...services, ...ground] })),
  { part: 'server/payments', may: ['server/http', ...ground] },
  { part: 'server/mail', may: ground },
  { part: 'server/files', may: ground },
  { part: 'server/backup', may: ['server/files', ...ground] },
  { part: 'server/privacy', may: [...features, ...services, ...ground] },
  { part: 'server/content', may: ['contract'] },
  { part: 'server/http', may: ground },
  { part: 'server/database', may: ['server/errors.ts', 'server/identity.ts', 'contract'] },
  { part: 'server/errors.ts', may: ['contract'] },
  { part: 'server/every.ts', may: [] },
  { part: 'server/identity.ts', may: [] },
  { part: 'server/markup.ts', may: [] },
  { part: 'server/testing', may: ['server', ...features, ...services, ...ground, 'sandbox'] },

  {
    part: 'organiser',
    may: ['server', 'server/backup', 'server/privacy', ...features, ...services, ...ground],
  },
  { part: 'organiser/testing', may: ['organiser', 'server', 'server/testing'] },
  { part: 'scripts/dev.ts', may: ['scripts', 'server'] },
  { part: 'scripts/check-docs.ts', may: ['scripts', 'server'] },
  { part: 'scripts', may: ['site', 'server/content', 'documents', 'contract'] },
  { part: 'e2e', may: ['contract', 'scripts'] },
  {
    part: 'bench',
    may: ['server', 'server/testing', ...services, ...ground, 'sandbox', 'scripts'],
  },
  // Configuration files of tools.
  { part: '', may: ['scripts', 'site', 'server/content'], flat: true },
];

/** What tests may import in addition, wherever they are; nothing else may. */
export const forTests = ['sandbox', 'server/testing', 'organiser/testing'];

/** A package with owners is imported there and nowhere else. `*` matches the rest of a name. */
export type PackageRule = { name: string; owners: readonly string[]; instead: string };

export const packageRules: readonly PackageRule[] = [
  {
    name: 'zod',
    owners: [],
    instead: 'take zod/mini; the full one is 18 kB more to visitors and trips the security policy',
  },
  {
    name: 'stripe',
    owners: ['server/payments/stripe*', 'sandbox/**'],
    instead: 'the rest of the server knows the port in provider.ts',
  },
  {
    name: '@paypal/*',
    owners: ['server/payments/paypal*', 'sandbox/**'],
    instead: 'the rest of the server knows the port in provider.ts',
  },
  {
    name: '{pg,node:sqlite}',
    owners: ['server/database/**', 'server/testing/**', 'bench/**'],
    instead: 'take a Db or a Tx',
  },
  {
    name: '{kysely,kysely/*}',
    owners: ['server/**', 'bench/**'],
    instead: 'SQL belongs into the repositories of server/',
  },
  {
    name: '{fastify,@fastify/*,fastify-*}',
    owners: ['server/**', 'sandbox/**'],
    instead: 'only these two answer requests',
  },
  { name: 'nodemailer', owners: ['server/mail/**'], instead: 'put a mail into the outbox' },
  {
    name: '{flydrive,flydrive/*,@aws-sdk/*}',
    owners: ['server/files/**'],
    instead: 'take the file store',
  },
  {
    name: '{node:,}{child_process,vm,inspector,cluster}',
    owners: ['scripts/**', 'bench/**', 'e2e/**', '**/*.test.ts'],
    instead: 'nothing that a visitor sends may reach another program',
  },
  {
    name: 'pdfkit',
    owners: ['documents/sheet.ts'],
    instead: 'write on a sheet of documents/sheet.ts',
  },
  {
    name: 'yaml',
    owners: ['server/content/**', 'scripts/**'],
    instead: 'readContent reads content/',
  },
];
