import { defineTestbed } from '../testbed.ts'

/** The vault of USDC, which Morpho's testbed opens over its markets, and the factory, which that of ERC-4626 deploys. */
export const TESTBED = defineTestbed({
  needs: ['morpho-blue', 'erc4626'],
  packages: [],
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
