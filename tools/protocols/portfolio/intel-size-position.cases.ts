import { defineCases } from '../../core/cases.ts'

/** Even odds of doubling or losing the stake, at 60 %: full Kelly is a fifth of the equity. */
const ODDS = { winProbabilityBps: 6_000, gainBps: 10_000, lossBps: 10_000 }

/** Cases of `intel_size_position`. */
export const CASES = defineCases({
  refuses: [{ params: { ...ODDS, equityUsdcBaseUnits: '1', lossBps: 0 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      params: { ...ODDS, equityUsdcBaseUnits: '100000000000', fractionBps: 5_000 },
      roundTrips: 0,
      expect: { sizeUsdcBaseUnits: '10000000000', kellyBps: 2_000, edgeBps: 2_000, boundBy: 'kelly' },
    },
    {
      name: 'a quarter of Kelly unless told, and a smaller loss is a larger stake',
      params: { ...ODDS, lossBps: 5_000, equityUsdcBaseUnits: '10000000000' },
      // (0.6 · 1 − 0.4 · 0.5) / (1 · 0.5) = 0.8, of it a quarter.
      expect: { sizeUsdcBaseUnits: '2000000000', kellyBps: 8_000, edgeBps: 4_000, boundBy: 'kelly' },
    },
    {
      name: 'no more than there is, however good the odds',
      params: { winProbabilityBps: 9_900, gainBps: 10_000, lossBps: 100, equityUsdcBaseUnits: '100000000' },
      expect: { sizeUsdcBaseUnits: '100000000', kellyBps: 989_900, boundBy: 'equity' },
    },
    {
      name: 'what may be lost bounds it',
      params: {
        ...ODDS,
        lossBps: 5_000,
        equityUsdcBaseUnits: '10000000000',
        maxLossUsdcBaseUnits: '300000000',
      },
      expect: { sizeUsdcBaseUnits: '600000000', boundBy: 'loss' },
    },
    {
      name: 'what one action may spend bounds it',
      params: { ...ODDS, equityUsdcBaseUnits: '10000000000000' },
      expect: { sizeUsdcBaseUnits: '20000000000', boundBy: 'per-transaction' },
    },
    {
      name: 'against the odds nothing is staked',
      params: { ...ODDS, winProbabilityBps: 4_900, equityUsdcBaseUnits: '100000000000' },
      expect: { sizeUsdcBaseUnits: '0', kellyBps: 0, edgeBps: -200, boundBy: 'odds' },
    },
  ],
})
