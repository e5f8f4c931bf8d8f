/** Makes forge work on the contracts of the bench, in the project's root. */
export const BENCH_CONTRACTS = {
  FOUNDRY_SRC: 'test/bench/forge/contracts',
  FOUNDRY_TEST: 'test/bench/forge/contracts',
  FOUNDRY_SCRIPT: 'test/bench/forge/contracts',
  FOUNDRY_OUT: 'out/bench',
  FOUNDRY_CACHE_PATH: '.assay/forge-cache/bench',
} as const
