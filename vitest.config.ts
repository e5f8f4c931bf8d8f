import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{tools,harness,reports,test,scenarios}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'out/**', '**/*.full.test.ts'],
    globalSetup: ['test/scratch.ts'],
    sequence: { sequencer: LongestFirst },
    // No test changes what is shared, so that files need no copy of the modules of their own.
    isolate: false,
    // Node runs the sources as they are, as it does for the command line: nothing is transformed, packages come from
    // their bundle, and what one process compiled the next one need not. Nothing here mocks modules, for which the
    // loader would be.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', join(import.meta.dirname, 'test/preload.mjs')],
    typecheck: {
      enabled: true,
      include: ['{tools,harness,test}/**/*.test-d.ts'],
      // `npm run check` checks the types of everything.
      tsconfig: './tsconfig.test-d.json',
    },
    // Tests of the chain start nodes of their own; more files at once than cores only makes them wait.
    maxWorkers: 2,
    // Generous: a verdict is never about how fast a loaded machine is. No test asks for less.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
