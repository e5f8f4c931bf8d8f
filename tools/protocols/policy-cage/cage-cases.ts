import {
  at,
  type CaseStep,
  type CaseValue,
  onChain,
  type Reference,
  type ServedCase,
  sum,
} from '../../core/cases.ts'

type Params = { readonly [name: string]: CaseValue }

/** Delay of loosenings in the policies that cases start from, in seconds. */
export const DELAY_SECONDS = 172_800

/** The present chain second. */
export const NOW: Reference = onChain(
  at('multicall3'),
  'function getCurrentBlockTimestamp() view returns (uint256)',
)

/** When what is queued now is due. */
export const DUE: Reference = sum(NOW, DELAY_SECONDS.toString())

const POLICY_VIEW =
  'function policy() view returns ((address owner, address operator, address guardian, uint16 maxDrawdownBps, uint16 maxLossBps, uint16 maxStaleExitLossBps, uint32 minRebalanceIntervalSeconds, uint32 loosenDelaySeconds, bool paused, uint256 windowSpendCapUsdc, uint256 windowLossCapUsdc, uint256 hotLaneUsdc, uint64 minHealth, address wrappedNative) policy)'

/** A member of the cage's policy, as the chain has it. */
export const policyOf = (member: string): Reference => onChain(at('account'), POLICY_VIEW, [], member)

/** A view of the cage, as the chain answers it. */
export const viewOf = (view: string, args: readonly CaseValue[] = []): Reference =>
  onChain(at('account'), `function ${view}`, args)

/** What the chain shows, past the stack. */
export type Shown = readonly (readonly [shown: Reference, value: CaseValue])[]

/** Hold what the chain shows against what it should. */
export const shows = (shown: Shown): readonly CaseStep[] =>
  shown.map(([chain, value]) => ({ chain, expect: { '': value } }))

/** A change that tightens: at once, and exactly as it says. */
export const tightens = (params: Params, shown: Shown, name = 'a tightening works at once'): ServedCase => ({
  name,
  params: { ...params, step: 'apply' },
  expect: { changed: true, loosened: false, dueSeconds: null },
  after: shows(shown),
})

/** A change that loosens: refused unannounced and before it is due, made exactly as it says once it is. */
export const loosens = (
  tool: string,
  params: Params,
  { before, after }: { readonly before: Shown; readonly after: Shown },
  name = 'a loosening waits for the timelock',
): ServedCase => {
  const apply = { tool, params: { ...params, step: 'apply' } }
  const refused = { ...apply, code: 'SIMULATION_REVERTED' }
  return {
    name,
    before: [
      refused,
      {
        tool,
        params: { ...params, step: 'queue' },
        expect: { changed: false, loosened: null, dueSeconds: DUE },
      },
      refused,
      ...shows(before),
      { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS } },
    ],
    params: apply.params,
    expect: { changed: true, loosened: true, dueSeconds: null },
    after: shows(after),
  }
}

const ASSETS_VIEW =
  'function assets() view returns ((address token, address feed, uint32 maxStalenessSeconds, uint256 capUsdc, bool isBase)[])'

/** Places of assets in the cages that cases start from; -1 is the one that was added last. */
const ASSETS = { WETH: 0, USDC: 1 } as const

/** A member of an approved asset, as the chain has it. */
export const assetOf = (
  asset: keyof typeof ASSETS | -1,
  member: 'token' | 'feed' | 'maxStalenessSeconds' | 'capUsdc',
): Reference => onChain(at('account'), ASSETS_VIEW, [], `${asset === -1 ? -1 : ASSETS[asset]}.${member}`)

/** The agent's account opens a position of WETH and USDC; `minted` for what follows. */
export const MINTED: CaseStep = {
  tool: 'uniswap_add_liquidity',
  params: {
    tokenA: 'WETH',
    tokenB: 'USDC',
    feeTier: 500,
    rangeTicks: 500,
    amountABaseUnits: '1000000000000000000',
    amountBBaseUnits: '2000000000',
  },
  keep: 'minted',
}
