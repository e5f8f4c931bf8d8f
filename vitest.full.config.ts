import { defineConfig } from 'vitest/config'

/** The long tests: as many cases as a claim needs, not as few as a change can wait for. */
export default defineConfig({
  test: {
    include: ['test/full/**/*.full.test.ts'],
    maxWorkers: 2,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
})
