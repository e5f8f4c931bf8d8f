import type { Scenario, Step } from '../../../harness/scenario/scenario.ts'
import type { Job } from '../../../harness/schedule/job.ts'
import { ACTORS } from '../../../harness/world/actors.ts'
import { EMBEDDED_BOOK } from '../../../harness/world/embedded-book.ts'
import { BASE as UNISWAP_V3 } from '../../../tools/protocols/uniswap-v3/base.ts'
import type { PlainSwap, PlainSwaps } from './plain-swaps.ts'

/** Arguments of the action kind `swap`. */
export interface SwapParams {
  readonly tokenIn: string
  readonly tokenOut: string
  readonly amountInBaseUnits: string
}

/** A swap with the fee of the pool that is the best for it on the embedded origin, in hundredths of a basis point. */
interface Swap extends SwapParams {
  readonly feeUnits: number
}

const SWAPS: readonly Swap[] = [
  { tokenIn: 'WETH', tokenOut: 'USDC', amountInBaseUnits: '1000000000000000000', feeUnits: 500 },
  { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '1000000000', feeUnits: 500 },
  { tokenIn: 'USDC', tokenOut: 'DAI', amountInBaseUnits: '500000000', feeUnits: 100 },
  { tokenIn: 'WETH', tokenOut: 'DAI', amountInBaseUnits: '500000000000000000', feeUnits: 3_000 },
  { tokenIn: 'DAI', tokenOut: 'USDC', amountInBaseUnits: '100000000000000000000', feeUnits: 100 },
]

/** The swap that single actions are measured with. */
export const ONE_SWAP: SwapParams = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '1000000000' }

/** A stage on which every swap is below the hot lane: one key signs, one provider is asked. */
export const BELOW_THE_HOT_LANE = {
  choices: { limits: { perTransactionUsdc: 10n ** 11n, perDayUsdc: 10n ** 12n, hotLaneUsdc: 10n ** 12n } },
} as const

const toStep = ({ feeUnits: _, ...params }: Swap): Step => ({
  line: 0,
  title: `swap ${params.tokenIn} for ${params.tokenOut}`,
  action: { kind: 'act', action: 'swap', params: { ...params }, claims: [] },
  expect: { committed: true },
})

const SCENARIO: Scenario = {
  name: 'bench',
  invariants: [],
  source: '',
  matrix: {},
  chains: ['ethereum'],
  setup: BELOW_THE_HOT_LANE,
  steps: SWAPS.map(toStep),
}

/** The five swaps as jobs of this harness. */
export const createSwapJobs = (count: number): (Job & { readonly scenario: Scenario })[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `bench ${String(index).padStart(5, '0')}`,
    kind: 'scripted' as const,
    name: 'bench',
    path: '',
    file: '',
    area: 'bench',
    seed: '1',
    scenario: SCENARIO,
  }))

const find = (symbol: string) => {
  const token = EMBEDDED_BOOK.tokens.find((candidate) => candidate.symbol === symbol)
  if (token === undefined) throw new Error(`no ${symbol} in the book`)
  return token.address
}

/** The five swaps as plain transactions of the trader, who approved the router on the origin. */
export function describePlainSwaps(upstreamUrl: string, blockNumber: bigint): PlainSwaps {
  const toPlain = ({ tokenIn, tokenOut, amountInBaseUnits, feeUnits }: Swap): PlainSwap => ({
    tokenIn: find(tokenIn),
    tokenOut: find(tokenOut),
    amountInBaseUnits,
    feeUnits,
  })
  return {
    upstreamUrl,
    blockNumber: Number(blockNumber),
    router: UNISWAP_V3.on(EMBEDDED_BOOK).swapRouter,
    privateKey: ACTORS.trader.privateKey,
    swaps: SWAPS.map(toPlain),
  }
}
