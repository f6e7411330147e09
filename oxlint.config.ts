import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type OxlintOverride } from 'oxlint';

/** The site may only use zod/mini: the whole package adds 18 kB and violates the security policy. */
const zod = { group: ['zod'], message: 'Use zod/mini.' };
/** Only one folder imports each of these packages; other folders use its exports. The server starts no other program. */
const owned = {
  group: ['stripe', '@paypal/*', 'pg', 'node:sqlite', 'nodemailer', '@aws-sdk/*', 'pdfkit'].concat(
    'yaml',
    'child_process',
    'node:child_process',
  ),
  message: 'Another folder owns this package: use what it exports.',
};
const outside = { group: ['#site/**', '#tests/**'], message: 'Only tests import tests/.' };
const above = {
  group: [...outside.group, '#organiser/**'],
  message: 'Only tests import tests/.',
};
/** Tests do not read content/, so that an organiser can change everything in content/ without a failing test. */
const ourContent = {
  group: ['**/read-content.ts'],
  message: 'Tests use tests/support/fixture-content.ts.',
};
/** The programs register the list of features. */
const leaves = { group: ['#features/**'], message: 'A feature gives it: #server/features.ts.' };
const queries = { group: ['kysely', 'fastify'], message: 'Use the services and repositories.' };

const node = '!node:*, !node:*/*, node:child_process, node:sqlite';
/** Imports that every folder of the server may have. import/no-cycle finds cycles through app.ts or container.ts. */
const ground = `${node}, !zod/mini, !kysely, !#contract/**, !#server/*, !#server/database/*, !#server/config/*, !#server/operations/{log,every}.ts`;
/** Files that read and write orders as rows. Code that changes an order or completes a paid order is above payments/. */
const orderRows =
  '!#server/orders/rows/{orders,order-states,order-changes,payables,payment-links}.ts, !#server/orders/sell/place-order.ts';
const services =
  '!#server/payments/*, !#server/orders/*/*, !#server/mail/*, !#server/files/*, !#server/http/*, !#server/content/*';
/** An organiser's action is planned, then done, then logged. */
const acts = '!#server/operations/{plan,act,activities,subjects}.ts';

/** Imports of the dashboard's pages, which run in a browser. */
const pageOfDashboard =
  '!#site/ui/*, !#contract/**, !#server/{orders,reports,operations}/*, !#server/orders/*/*, !react, !react-router, !vitest';

const pageOfFeature = `${pageOfDashboard}, !#organiser/dashboard/page/*, !#organiser/dashboard/{read-pages,rights}.ts`;

/** The rooms of the trunk that a feature may use besides the services. */
const trunk =
  '!#server/{registration,discount,abstract,receipts,reports,self-service,bank}/*, !#server/privacy/{cutoff,purge-kinds}.ts, !#server/operations/*, !#organiser/*, !#organiser/{commands,demo,dashboard}/*, !#documents/*, !fastify, !@fastify/multipart';
/** Packages that only one feature imports. */
const packages: Record<string, string> = {
  'bank-statements': '!ibantools',
  contributions: '!markdown-it, !sanitize-html, !temml, !mammoth, !fflate',
  posters: '!@embedpdf/pdfium, !@jsquash/webp/**',
  'reviewer-pages': '!pdfkit, !unpdf',
  ror: '!node:sqlite',
  colleagues: '!@simplewebauthn/*, !@simplewebauthn/*/*, !openid-client',
};

/** The other features that a feature needs, as its manifest says: they are imported, and go with it. */
function neededBy(feature: string): string {
  const manifest = readFileSync(join(folder, feature, 'feature.ts'), 'utf8');
  const [, list = ''] = /^ {2}needs: \[(.*?)\]/ms.exec(manifest) ?? [];
  return list.replaceAll(/'([a-z-]+)'/g, '!#features/$1/*');
}
const folder = join(import.meta.dirname, 'features');
const features = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'feature.ts')));

/** The arrows of docs/architecture.md. An import from another folder is written #folder/…, so that these rules match it. */
const imports = [
  only(
    'contract/**',
    '!../*, !#contract/**, !zod/mini',
    'contract/ imports nothing of the project.',
  ),
  only(
    'contract/content/{accent,palette}.ts',
    '!./accent.ts, !zod/mini, !culori',
    'accent.ts and palette.ts are about colours only.',
  ),
  only(
    'contract/content/bank-account.ts',
    '!zod/mini, !ibantools',
    'bank-account.ts is about account numbers only.',
  ),
  only(
    'site/**',
    '!#site/**, !#contract/**, !content:*, !content:*/*, !theme:*, !theme:*/*, !virtual:*/*, !react, !react-dom, !react-dom/*, !react-router, !react-hook-form, !zod/mini, !@react-router/dev/routes, !vitest',
    'site/ runs in browsers, and imports only contract/.',
  ),
  only(
    'site/routes.ts',
    '!#server/content/*, !#contract/content/feature-texts.ts, !#features/texts.ts, !@react-router/dev/routes',
    'routes.ts runs while the site is built, and imports server/content/.',
  ),
  only('documents/**', `${node}, !#contract/**`, 'documents/ imports only contract/.'),
  only('documents/canvas.ts', `${node}, !pdfkit, !#contract/**`, 'Only canvas.ts imports pdfkit.'),
  only('documents/zip-file.ts', `${node}, !fflate`, 'Only zip-file.ts imports fflate.'),
  only('documents/qr-code.ts', '!uqr', 'Only qr-code.ts imports uqr.'),
  only(
    'documents/rasterise-thread.ts',
    `${node}, !@resvg/resvg-wasm`,
    'Only rasterise-thread.ts imports resvg.',
  ),
  only(
    'documents/pdf-pages-thread.ts',
    `${node}, !@cantoo/pdf-lib`,
    'Only pdf-pages-thread.ts imports pdf-lib.',
  ),
  only('documents/lines.ts', `${node}, !bidi-js, !linebreak`, 'lines.ts does not depend on PDF.'),
  only(
    'documents/*font*',
    `${node}, !fontkit, !harfbuzzjs, !subset-font, !#contract/content/looks.ts`,
    'This file is about fonts only.',
  ),
  only(
    'packages/payment-sandbox/**',
    `${node}, !../*, !../*/*, !fastify, !qs, !stripe, !@paypal/*, !zod/mini, !vitest`,
    'The payment sandbox imports nothing of the project.',
  ),
  only(
    'server/content/**',
    `${node}, !#contract/**, !#server/content/*, !yaml, !saxes, !zod/mini`,
    'server/content/ imports only contract/.',
  ),
  only(
    'server/content/markdown.ts',
    `${node}, !#contract/**, !markdown-it, !sanitize-html, !image-size`,
    'Only markdown.ts makes HTML of Markdown.',
  ),
  only(
    'server/database/**',
    `${ground}, !kysely/*, !pg, !node:sqlite`,
    'server/database/ imports only contract/ and the files of server/.',
  ),
  only(
    'server/mail/**',
    `${ground}, !nodemailer, !fastify`,
    'server/mail/ imports server/database/.',
  ),
  only(
    'server/files/**',
    `${ground}, !@aws-sdk/*, !papaparse`,
    'server/files/ imports server/database/.',
  ),
  only('server/http/**', `${ground}, !fastify`, 'server/http/ imports server/database/.'),
  only(
    'server/payments/**',
    `${ground}, ${orderRows}, !#server/http/*, !fastify`,
    'server/payments/ imports orders as rows and no feature; only stripe/ and paypal/ import a provider.',
  ),
  only(
    'server/payments/stripe/**',
    `${ground}, !#server/payments/*, !#server/http/*, !stripe`,
    'This folder is about Stripe only.',
  ),
  only(
    'server/payments/paypal/**',
    `${ground}, !#server/payments/*, !#server/http/*`,
    'This folder is about PayPal only.',
  ),
  only(
    'server/bank/**',
    `${ground}, ${services}, ${acts}, !ibantools`,
    'server/bank/ imports orders and payments, and no feature.',
  ),
  only(
    'features/bank-statements/camt-elements.ts',
    `${ground}, !saxes`,
    'Only camt-elements.ts imports saxes.',
  ),
  only(
    'features/bank-statements/pain001.ts',
    `${ground}, !#documents/xml.ts`,
    'Only pain001.ts writes XML for the bank.',
  ),
  only(
    'server/{registration,discount,abstract,receipts,speakers}/**',
    `${ground}, ${services}, ${acts}, !#documents/*, !fastify, !@fastify/multipart`,
    'A feature imports the services below it, never another feature: server/container.ts joins them.',
  ),
  only(
    'server/orders/**',
    `${ground}, ${services}, ${acts}, !#server/receipts/*, !#server/reports/list-participants.ts, !fastify`,
    'server/orders/ writes receipts, and imports no feature.',
  ),
  only(
    'server/reports/**',
    `${ground}, ${services}, ${acts}, !#server/{registration,discount,abstract,receipts}/*, !#server/privacy/cutoff.ts, !#documents/*, !fastify`,
    'Reports read every room below.',
  ),
  only(
    'server/self-service/**',
    `${ground}, ${services}, ${acts}, !#server/{receipts,reports}/*, !#documents/*, !fastify`,
    'A participant runs the services of organisers; no feature imports these pages.',
  ),
  ...features.map((name) =>
    only(
      `features/${name}/**`,
      `${ground}, ${services}, ${acts}, ${trunk}, ${packages[name] ?? ''}, ${neededBy(name)}`,
      'A feature imports the trunk, and another feature only where it needs it: needs in feature.ts.',
    ),
  ),
  only(
    'features/bank-statements/camt-elements.ts',
    `${ground}, !saxes`,
    'Only camt-elements.ts imports saxes.',
  ),
  only(
    'features/bank-statements/pain001.ts',
    `${ground}, !#documents/xml.ts`,
    'Only pain001.ts writes XML for the bank.',
  ),
  restricted(['server/main.ts', 'features/*.ts'], zod, owned),
  restricted(['organiser/**'], zod, owned, outside, leaves, queries),
  restricted(['organiser/{office,version-and-commit}.ts'], zod, outside, leaves, queries),
  restricted(['organiser/main.ts'], zod, owned, outside, queries),
  // The dashboard is a separate server, and its page uses the components of the site.
  restricted(['organiser/dashboard/*.ts'], zod, owned, outside, leaves, {
    group: ['kysely'],
    message: 'Use the services and repositories.',
  }),
  only(
    'organiser/dashboard/page/**',
    `!../*, ${pageOfDashboard}, !react-dom/*, !@tanstack/*`,
    'The page runs in a browser: from server/ it imports only types.',
  ),
  only(
    'organiser/dashboard/page/main.tsx',
    `${pageOfDashboard}, !react-dom/*, !#features/dashboard-pages.ts`,
    'Only main.tsx imports the pages of features.',
  ),
  only(
    'features/*/{shape.ts,texts/*}',
    '!#contract/**, !zod/mini',
    'The site is built with the shapes of features: they import only contract/.',
  ),
  only(
    'features/*/site/**',
    `!../*, ${pageOfFeature}`,
    'These pages run in a browser: beside site/ they import only types.',
  ),
  only(
    'features/colleagues/site/**',
    `!./*, ${pageOfFeature}, !@simplewebauthn/browser`,
    'These pages run in a browser: beside site/ they import only types.',
  ),
  restricted(['scripts/**', '*.config.ts'], zod),
  restricted(['**/*.test.{ts,tsx}', 'tests/**'], zod, ourContent),
  // These tests read content/: the load tests measure the real site.
  restricted(
    [
      'server/content/{conference-status,content-warnings,own-pages,read-content,read-theme,typical-mistakes}.test.ts',
      'tests/support/conference-copy.ts',
      'tests/support/fixture-content.ts',
      'tests/support/second-conference.ts',
      'tests/load/**',
    ],
    zod,
  ),
];

/** A rule for files that import only their own folder and the allowed patterns, which have the syntax of .gitignore. */
function only(files: string, allowed: string, message: string) {
  return restricted([files], { group: ['**', '!./**', ...allowed.split(', ')], message });
}

type Pattern = { group: string[]; message: string };

function restricted(files: string[], ...patterns: Pattern[]): OxlintOverride {
  return { files, rules: { 'eslint/no-restricted-imports': ['error', { patterns }] } };
}

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  env: {
    builtin: true,
    node: true,
    browser: true,
  },
  ignorePatterns: ['build/**', 'data/**', '.react-router/**'],
  rules: {
    'eslint/eqeqeq': [
      'error',
      'always',
      {
        null: 'ignore',
      },
    ],
    'eslint/no-console': 'error',
    'eslint/no-eval': 'error',
    'eslint/no-implied-eval': 'error',
    'eslint/no-new': 'off',
    'eslint/no-new-func': 'error',
    'eslint/no-restricted-imports': ['error', { patterns: [zod, owned, above] }],
    'eslint/no-underscore-dangle': 'off',
    'eslint/no-unmodified-loop-condition': 'off',
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'import/extensions': ['error', 'ignorePackages'],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/no-redundant-roles': [
      'error',
      {
        dialog: ['dialog'],
      },
    ],
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/exhaustive-deps': 'error',
    'react/exhaustive-effect-dependencies': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'off',
    'react/set-state-in-effect': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
  },
  overrides: [
    {
      files: ['{site,organiser,features}/**/*.tsx', '{site,organiser,features}/**/use-*.ts'],
      rules: {
        'react/rules-of-hooks': 'error',
      },
    },
    {
      files: [
        '*.config.ts',
        'site/root.tsx',
        'site/routes.ts',
        'site/entry.*.tsx',
        'site/**/*-page.tsx',
        'site/content.d.ts',
      ],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: ['site/**'],
      rules: {
        'eslint/no-console': [
          'error',
          {
            allow: ['error'],
          },
        ],
      },
    },
    {
      files: [
        'tests/{e2e,faults,load}/**',
        'organiser/**',
        'scripts/**',
        'server/operations/announce.ts',
        'server/main.ts',
      ],
      rules: {
        'eslint/no-console': 'off',
      },
    },
    {
      files: ['**/*.d.ts'],
      rules: {
        'typescript/consistent-type-imports': 'off',
      },
    },
    ...imports,
  ],
});
