// The import rules of ARCHITECTURE.md. Each has a small broken tree in test/conventions/fixtures/import-rules, and
// test/conventions/import-rules.test.ts proves that the rule fires on it: change both together.
//
// Dependency-cruiser reads TypeScript through the package `typescript`, which has to stay below 7: with 7 alone it
// finds no modules and reports success.

const FEATURES = '^src/features/'
const FASTIFY = 'node_modules/(@fastify/|fastify[/-])'
const SQL = ['^src/platform/db/', 'node_modules/(@types/)?(kysely|pg)/']

/** Imports go down only. Neighbours speak by job or event. A new feature takes its place here first. */
const LEVELS = [
  ['projects', 'events', 'filters', 'operations', 'uses', 'transports', 'topics', 'views'],
  ['accounts', 'images', 'contacts', 'templates', 'domains', 'verify', 'suppressions', 'goals'],
  ['segments', 'delivery', 'best-hour', 'checks', 'postmaster', 'dkim-zone'],
  ['emails', 'opt-in', 'coupons', 'approvals', 'content-checks', 'domain-reports'],
  [
    'send',
    'track',
    'tracking',
    'unsubscribe',
    'feedback',
    'campaigns',
    'workflows',
    'webhooks',
    'dashboard',
    'guide',
    'personal-data',
    'forms',
    'explain',
  ],
  ['mcp', 'compat', 'project-files'],
]

const DELIVERY = `${FEATURES}delivery/`

/**
 * The folders of delivery, in the order in which an email passes them: each imports only from those of earlier lines.
 * Files outside of them (the engine and index.ts) import from all, and no folder imports from these, except the one below.
 */
const STAGES = [
  ['gates'],
  ['content', 'queue', 'tally', 'transports'],
  ['holds'],
  ['compose', 'mx', 'record'],
  ['accept', 'health', 'reputation', 'retention'],
]

/** Runs engines, so it stands above them: it imports from all, and only index.ts imports from it. */
const RUNNER = 'threads'

/** The folders of the dashboard: each imports only from those before it. main.tsx and router.tsx import from all. */
const LAYERS = ['i18n', 'format', 'hooks', 'api', 'components', 'app', 'patterns', 'pages']

const WEB = '^web/src/'

/** @param {string[]} names */
const anyOf = (names) => `${FEATURES}(${names.join('|')})/`

/**
 * @param {string} name
 * @param {string} comment what to do instead, printed with the violation
 * @param {{ from: object, to: object }} edge
 */
const forbid = (name, comment, edge) => ({ name, comment, severity: 'error', ...edge })

const upwards = LEVELS.slice(0, -1).map((level, height) =>
  forbid(`level-${height}-imports-nothing-above`, 'Turn the call round, or announce it as a job or event.', {
    from: { path: anyOf(level) },
    to: { path: anyOf(LEVELS.slice(height + 1).flat()) },
  }),
)

const sideways = LEVELS.flatMap((level, height) =>
  level.length === 1
    ? []
    : forbid(
        `level-${height}-neighbours-are-strangers`,
        'Features of one level speak by job or event, never by call.',
        {
          from: { path: anyOf(level) },
          to: { path: anyOf(level), pathNot: `${FEATURES}$1/` },
        },
      ),
)

const stages = STAGES.map((stage, height) =>
  forbid(
    `delivery-stage-${height}-imports-earlier-ones`,
    'Move what both need into the earlier stage, or pass it in from the engine.',
    {
      from: { path: `${DELIVERY}(${stage.join('|')})/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: DELIVERY,
        pathNot: [
          `${DELIVERY}$1/`,
          ...STAGES.slice(0, height).map((below) => `${DELIVERY}(${below.join('|')})/`),
        ],
      },
    },
  ),
)

const layers = LAYERS.slice(0, -1).map((layer, height) =>
  forbid(`web-${layer}-imports-nothing-above`, 'Move what both need down, or pass it in.', {
    from: { path: `${WEB}${layer}/` },
    to: { path: `${WEB}(${LAYERS.slice(height + 1).join('|')})/` },
  }),
)

module.exports = {
  forbidden: [
    forbid('no-circular', 'Move what both need into a third file.', {
      from: {},
      to: { circular: true },
    }),
    forbid('platform-knows-no-feature', 'Pass it in, or move it into the feature.', {
      from: { path: '^src/platform/' },
      to: { path: FEATURES },
    }),
    forbid(
      'features-only-through-index',
      "Another feature's face is its index.ts, its *.schema.ts and its *.values.ts.",
      {
        from: { path: `${FEATURES}([^/]+)/` },
        to: {
          path: FEATURES,
          pathNot: [`${FEATURES}$1/`, `${FEATURES}[^/]+/index\\.ts$`, '\\.(schema|values)\\.ts$'],
        },
      },
    ),
    ...upwards,
    ...sideways,
    forbid('features-have-a-level', 'Give the feature its level in .dependency-cruiser.cjs.', {
      from: {},
      to: { path: FEATURES, pathNot: anyOf(LEVELS.flat()) },
    }),
    ...stages,
    forbid('delivery-stages-have-a-place', 'Give the folder its place in .dependency-cruiser.cjs.', {
      from: { path: '^src/' },
      to: { path: `${DELIVERY}[^/]+/`, pathNot: `${DELIVERY}(${[...STAGES.flat(), RUNNER].join('|')})/` },
    }),
    forbid('routes-do-not-touch-sql', 'Statements live in *.queries.ts.', {
      from: { path: '\\.routes\\.ts$' },
      to: { path: SQL },
    }),
    forbid('queries-stay-below', 'A query knows its statement only.', {
      from: { path: '\\.queries\\.ts$' },
      to: { path: ['\\.(service|routes|jobs|handlers)\\.ts$', '^src/platform/http/', FASTIFY] },
    }),
    forbid('services-do-not-know-http', 'Throw an AppError; platform/http turns it into an answer.', {
      from: { path: '\\.service\\.ts$' },
      to: { path: ['\\.(routes|handlers)\\.ts$', '^src/platform/http/', FASTIFY] },
    }),
    forbid('jobs-are-declarations', 'What runs stands in *.handlers.ts.', {
      from: { path: '\\.jobs\\.ts$' },
      to: { path: '\\.(service|queries|routes|handlers)\\.ts$' },
    }),
    forbid(
      'handlers-call-services',
      'A handler makes one call, to a service or a query, and returns an outcome.',
      {
        from: { path: '\\.handlers\\.ts$' },
        to: { path: ['\\.(routes|handlers)\\.ts$', '^src/platform/http/', FASTIFY, ...SQL] },
      },
    ),
    forbid(
      'schemas-are-pure',
      'A schema is shared with the browser: zod, values, other schemas, and the forms of addresses and ids only.',
      {
        from: { path: '\\.schema\\.ts$' },
        to: {
          pathNot: [
            '\\.(schema|values)\\.ts$',
            'node_modules/zod/',
            '^src/platform/(addresses/email-address|uuid)\\.ts$',
          ],
        },
      },
    ),
    forbid(
      'values-import-nothing',
      'Values are in the first load of the dashboard, which has no zod: other values only.',
      {
        from: { path: '\\.values\\.ts$' },
        to: { pathNot: '\\.values\\.ts$' },
      },
    ),
    forbid('web-sees-only-schemas', 'The dashboard knows the server by its *.schema.ts and *.values.ts.', {
      // The build runs on the server.
      from: { path: '^web/', pathNot: '^web/build\\.ts$' },
      // One parser decides what an address is, and one rule which rows of a file are lost; they need nothing of Node.
      to: {
        path: '^src/',
        pathNot: [
          '\\.(schema|values)\\.ts$',
          '^src/platform/addresses/email-address\\.ts$',
          '^src/platform/csv/swallowed-rows\\.ts$',
        ],
      },
    }),
    forbid('sdk-stands-alone', 'The SDK is published without the server: it imports its own files only.', {
      from: { path: '^sdk/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^sdk/', 'node_modules/@react-email/render/', 'node_modules/vitest/'] },
    }),
    forbid(
      'sdk-serves-commands',
      'Only the command line calls a server by the SDK; the server knows its features.',
      {
        from: { path: '^(src|web)/', pathNot: ['^src/commands/', '\\.test\\.ts$'] },
        to: { path: '^sdk/' },
      },
    ),
    ...layers,
    forbid(
      'web-components-make-no-calls',
      'Pass in what it shows: a component knows only what an error is.',
      {
        from: { path: `${WEB}components/` },
        to: { path: `${WEB}api/`, pathNot: `${WEB}api/client/api-error\\.ts$` },
      },
    ),
    forbid('web-pages-are-strangers', 'Move what several pages use into patterns.', {
      from: { path: `${WEB}pages/([^/]+)/` },
      to: { path: `${WEB}pages/`, pathNot: `${WEB}pages/$1/` },
    }),
    forbid(
      'web-languages-import-words-only',
      'A catalogue is loaded before the dashboard: it imports types, and of the code only numbers, plurals and lists.',
      {
        from: { path: `${WEB}languages/`, pathNot: '\\.test\\.ts$' },
        to: {
          path: '^(src|web)/',
          pathNot: [
            `${WEB}languages/`,
            `${WEB}i18n/language\\.ts$`,
            `${WEB}format/(list|number|plural)\\.ts$`,
          ],
          dependencyTypesNot: ['type-only'],
        },
      },
    ),
    forbid('packages-are-declared', 'It is here by the grace of another package: add it to package.json.', {
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    }),
    forbid(
      'source-needs-no-dev-package',
      'An installation without dev packages has to run: move it in package.json.',
      {
        from: { path: '^src/', pathNot: ['\\.test\\.ts$', '/fixtures/'] },
        to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
      },
    ),
    forbid('imports-resolve', 'An import that cannot be followed escapes every rule above.', {
      from: {},
      to: { couldNotResolve: true },
    }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Built from the source beside it, by tests too.
    exclude: { path: '^sdk/[^/]+/dist/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
}
