import { type CaseStep, defineCases } from '../../core/cases.ts'

/** A fee of nine gwei, and as many empty blocks after, each an eighth cheaper (EIP-1559). */
const spike = (blocksAfter: number): readonly CaseStep[] => [
  { tool: 'testnet_mine_blocks', params: { count: 30 } },
  { tool: 'testnet_set_base_fee', params: { baseFeeWei: '9000000000' } },
  { tool: 'testnet_mine_blocks', params: { count: 1 + blocksAfter } },
]

/** Cases of `intel_predict_gas_window`. */
export const CASES = defineCases({
  refuses: [{ params: { blocks: 19 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'dear, and falling',
      before: spike(0),
      params: { blocks: 20 },
      roundTrips: 3,
      expect: {
        sampleBlocks: 20,
        secondsPerBlock: 12,
        baseFeeWei: '7875000000',
        cheaperBps: 9_500,
        isCheapNow: false,
        'windows.0.sampleCount': 1,
        'windows.0.medianWaitBlocks': null,
      },
    },
    {
      name: 'cheap',
      before: spike(19),
      params: { blocks: 20 },
      expect: { cheaperBps: 0, isCheapNow: true, 'windows.0.savingBps': 0, 'windows.0.percentile': 10 },
    },
  ],
})
