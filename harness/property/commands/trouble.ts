import * as fc from 'fast-check'
import { RPC_FAULT_KINDS } from '../../chain/faults.ts'
import { UPSTREAM_FAULT_KINDS } from '../../chain/upstream-proxy.ts'
import { SECOND_PROVIDER_MODES } from '../../stage/second-provider.ts'
import type { DrawnStep } from '../../vocabulary/draw.ts'
import type { Configuration } from './configuration.ts'
import { drawBack, PHASE_NAMES } from './steps.ts'

const METHODS = [
  'eth_call',
  'eth_get*',
  'eth_getBlockByNumber',
  'eth_getTransactionReceipt',
  'eth_sendRawTransaction',
  'eth_simulate*',
]

const method = fc
  .option(fc.constantFrom(...METHODS), { freq: 4, nil: undefined })
  .map((drawn) => (drawn === undefined ? {} : { method: drawn }))

const often = fc.oneof(
  fc.constant({}),
  fc.constantFrom(2, 5, 1_000).map((times) => ({ times })),
  fc.constantFrom(500, 2_000, 10_000).map((rateBps) => ({ rateBps })),
)

const nodeFault = fc
  .record({
    rpc: fc.constantFrom(...RPC_FAULT_KINDS),
    method,
    often,
    delay: fc.constantFrom('1s', '9s', '11s'),
    behind: fc.constantFrom(1, 2, 8),
  })
  .map(({ rpc, method: struck, often: times, delay, behind }) => ({
    fault: {
      rpc,
      ...struck,
      ...times,
      ...(rpc === 'delay' ? { for: delay } : {}),
      ...(rpc === 'stale-head' ? { behind } : {}),
    },
  }))

/** While the origin is silent, readers of the harness and the guardian wait as well, and in real time. */
const SILENT = ['hang', 'delay']

const originFault = fc
  .record({
    fails: fc.constantFrom(...UPSTREAM_FAULT_KINDS.filter((kind) => !SILENT.includes(kind))),
    times: fc.constantFrom(1, 3),
  })
  .map((upstream) => ({ upstream }))

const trade = fc
  .constantFrom(
    { tokenIn: 'USDC', tokenOut: 'WETH', amountIn: '300000 USDC' },
    { tokenIn: 'WETH', tokenOut: 'USDC', amountIn: '100 WETH' },
    { tokenIn: 'WETH', tokenOut: 'USDC', amountIn: '1 WETH' },
  )
  .map((order) => ({ actor: 'whale', ...order }))

const reorg = fc.oneof(
  fc.constantFrom(1, 2).map((depth) => ({ reorg: { depth } })),
  trade.map((ahead) => ({ reorg: { depth: 1, ahead } })),
)

const token = fc
  .tuple(
    fc.constantFrom('DAI', 'USDT', 'WBTC'),
    fc.constantFrom(
      { feeBps: 80 },
      { balanceBps: 9_900 },
      { eventBps: 5_000 },
      { approvals: 'false' },
      { transfers: 'silent' },
      { transfers: 'pretended' },
      { refusesZeroApproval: true },
    ),
  )
  .map(([symbol, traits]) => ({ token: { [symbol]: traits } }))

const beside: fc.Arbitrary<DrawnStep> = fc.oneof(
  { weight: 3, arbitrary: drawBack.map((commit) => ({ commit })) },
  { weight: 2, arbitrary: drawBack.map((cancel) => ({ cancel })) },
  { weight: 1, arbitrary: fc.constantFrom(...PHASE_NAMES).map((phase) => ({ phase })) },
  { weight: 1, arbitrary: fc.constant({ halt: 'drawn' }) },
)

/** A commit while other things are under way; the order in which they go on is drawn as well. */
const together = fc
  .tuple(fc.array(beside, { minLength: 1, maxLength: 2 }), fc.nat(1_000))
  .map(([others, order]) => ({ together: [{ commit: 0 }, ...others], order }))

/** Ways of the world to go wrong that no model foretells; only the laws hold whatever comes. */
const KINDS: readonly {
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<DrawnStep>
  /** Member of the document that there has to be. */
  readonly needs?: string
}[] = [
  { weight: 6, arbitrary: nodeFault },
  { weight: 1, arbitrary: originFault },
  { weight: 4, arbitrary: fc.constant({ heal: true }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...SECOND_PROVIDER_MODES.filter((mode) => mode !== 'off'))
      .map((secondProvider) => ({ secondProvider })),
    needs: 'secondProvider',
  },
  { weight: 2, arbitrary: fc.constantFrom('off', 'on').map((mining) => ({ mining })) },
  { weight: 1, arbitrary: fc.constant({ drop: 'pending' }) },
  { weight: 2, arbitrary: reorg },
  { weight: 3, arbitrary: fc.constantFrom({ recover: true }, { reconcile: true }, { restart: true }) },
  { weight: 1, arbitrary: fc.constantFrom('2100', '2700', '3300').map((WETH) => ({ shock: { WETH } })) },
  { weight: 1, arbitrary: trade.map((sandwich) => ({ sandwich })) },
  { weight: 1, arbitrary: token },
  { weight: 5, arbitrary: together },
  { weight: 1, arbitrary: fc.constantFrom('down', 'up').map((sequencer) => ({ sequencer })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('30', '3000', '300000').map((WETH) => ({ lie: { price: { WETH } } })),
  },
]

/** Draw something that goes wrong around the agent, or that mends it. */
export const drawTrouble = ({
  members,
}: Pick<Configuration, 'members'>): fc.Arbitrary<readonly DrawnStep[]> =>
  fc.oneof(...KINDS.filter(({ needs }) => needs === undefined || needs in members)).map((step) => {
    if ('reorg' in step) return [{ mine: 2 }, step]
    // Something small, so that there mostly is a permit to use.
    return 'together' in step ? [{ preview: { kind: 'wrap', amount: '0.001 ETH' } }, step] : [step]
  })
