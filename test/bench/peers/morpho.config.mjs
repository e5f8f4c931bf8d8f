import { defineConfig } from 'vitest/config'

/** A project a worker, all with the same file: vitest hands out files, and one holds all tests of a worker. */
export default defineConfig({
  test: {
    watch: false,
    maxWorkers: Number(process.env.BENCH_WORKERS),
    projects: Array.from({ length: Number(process.env.BENCH_WORKERS) }, (_, index) => ({
      test: {
        name: `worker ${index}`,
        root: import.meta.dirname,
        include: ['morpho-swaps.mjs'],
        testTimeout: 120_000,
      },
    })),
  },
})
