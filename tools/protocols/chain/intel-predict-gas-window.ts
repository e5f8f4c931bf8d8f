import { BaseUnitsSchema, BpsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findGasWindows } from './gas-windows.ts'

/** Most blocks that one request for past fees may ask for. */
const MOST_BLOCKS = 1_024

/** Percentiles of past fees that are waited for. */
const PERCENTILES = [10, 25, 50]

/** A fee among the cheapest quarter of the past is cheap. */
const CHEAP_PERCENTILE = 25

const Nullable = { integer: Type.Union([Type.Integer(), Type.Null()]) }

/** Estimate when gas is cheap again, from the base fees of the last blocks. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_predict_gas_window',
  description: 'Predict cheap gas windows from the base fees of recent blocks.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'estimate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_predict_gas_window says whether gas is cheap now by the last blocks, and how long it took in the past until fees like that of now came down.',
  promptGuidelines: [
    'It knows the last hours only, and no event to come: never delay what is urgent for it.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      blocks: Type.Optional(
        Type.Integer({
          minimum: 20,
          maximum: MOST_BLOCKS,
          description: `past blocks, ${MOST_BLOCKS} by default`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    fromBlock: Type.String(),
    sampleBlocks: Type.Integer(),
    secondsPerBlock: Type.Number(),
    /** Base fee of the next block. */
    baseFeeWei: BaseUnitsSchema,
    /** Share of past blocks that were cheaper. */
    cheaperBps: BpsSchema,
    isCheapNow: Type.Boolean(),
    windows: Type.Array(
      Type.Object({
        percentile: Type.Integer(),
        baseFeeWei: BaseUnitsSchema,
        /** Of the base fee of now. */
        savingBps: BpsSchema,
        /** Null when the past did not show it. */
        medianWaitBlocks: Nullable.integer,
        medianWaitSeconds: Nullable.integer,
        /** Nine of ten did not wait longer. */
        slowWaitBlocks: Nullable.integer,
        /** Past blocks with a fee as high as now. */
        sampleCount: Type.Integer(),
      }),
    ),
  }),
  errorCodes: [],
  async read({ blocks = MOST_BLOCKS }, { chain, step }) {
    step('read')
    const history = await chain.getFeeHistory({ blockCount: blocks, rewardPercentiles: [] })
    const fees = history.baseFeePerGas.slice(0, -1)
    const current = history.baseFeePerGas.at(-1) ?? 0n
    const last = history.oldestBlock + BigInt(Math.max(fees.length - 1, 0))
    const [first, newest] = await Promise.all([
      chain.getBlock({ blockNumber: history.oldestBlock }),
      chain.getBlock({ blockNumber: last }),
    ])
    step('estimate')
    const gaps = Math.max(fees.length - 1, 1)
    const secondsPerBlock = Number(newest.timestamp - first.timestamp) / gaps
    const cheaper = fees.filter((fee) => fee < current).length
    const windows = findGasWindows(fees, current, PERCENTILES)
    const cheap = windows.find(({ percentile }) => percentile === CHEAP_PERCENTILE)
    return {
      fromBlock: history.oldestBlock.toString(),
      sampleBlocks: fees.length,
      secondsPerBlock,
      baseFeeWei: current.toString(),
      cheaperBps: fees.length === 0 ? 0 : Math.floor((cheaper * 10_000) / fees.length),
      isCheapNow: cheap !== undefined && current <= cheap.baseFeeWei,
      windows: windows.map(({ percentile, baseFeeWei, medianWaitBlocks, slowWaitBlocks, sampleCount }) => ({
        percentile,
        baseFeeWei: baseFeeWei.toString(),
        savingBps: baseFeeWei < current ? Number(((current - baseFeeWei) * 10_000n) / current) : 0,
        medianWaitBlocks: medianWaitBlocks ?? null,
        medianWaitSeconds:
          medianWaitBlocks === undefined ? null : Math.round(medianWaitBlocks * secondsPerBlock),
        slowWaitBlocks: slowWaitBlocks ?? null,
        sampleCount,
      })),
    }
  },
})
