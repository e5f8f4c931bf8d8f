import { between, defineCases } from '../../core/cases.ts'
import { SWAPPED } from './swap-steps.ts'

const FULL = { tickLower: -887270, tickUpper: 887270 }
const PRICES = { entryPrice0In1: '0.0004', exitPrice0In1: '0.0001' }

/** Cases of `intel_compute_il`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, ...FULL, entryPrice0In1: '-1' }, code: 'INVALID_PARAMS' },
    { params: { ...SWAPPED, tickLower: 5, tickUpper: 10 }, code: 'INVALID_RANGE' },
    { params: { ...SWAPPED, ...FULL, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      // 2√r/(1 + r) − 1 for r = 1/4 is −20 %.
      name: 'the full range at a quarter of the price',
      params: { ...SWAPPED, ...FULL, ...PRICES },
      roundTrips: 1,
      expect: {
        impermanentLossBps: between(-2001, -1999),
        entryShare0Bps: between(4999, 5000),
        holdReturnBps: between(-3751, -3749),
        provideReturnBps: between(-5001, -4999),
      },
    },
    {
      // Below its range a position is all token0 and falls with it.
      name: 'a range that is left',
      params: {
        ...SWAPPED,
        tickLower: 197000,
        tickUpper: 199000,
        entryPrice0In1: '0.0004',
        exitPrice0In1: '0.0002',
      },
      expect: { exitShare0Bps: between(9999, 10000), impermanentLossBps: between(-10000, -1) },
    },
    {
      name: 'a price that stands still',
      params: { ...SWAPPED, rangeTicks: 1000 },
      expect: { impermanentLossBps: 0, holdReturnBps: 0, provideReturnBps: 0 },
    },
  ],
})
