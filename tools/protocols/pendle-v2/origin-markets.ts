import { at, type CaseStep, onChain, type Reference } from '../../core/cases.ts'

/** A market of savings DAI that matures soon, and one that does so later. */
export const MARKET = at('pendle-v2.market')
export const LATER_MARKET = at('pendle-v2.laterMarket')
export const SY = at('pendle-v2.standardizedYield')
export const PT = at('pendle-v2.principal')
export const YT = at('pendle-v2.yield')

/** What an account has of a token of Pendle. */
export const heldOf = (token: Reference, account: string): Reference =>
  onChain(token, 'function balanceOf(address) view returns (uint256)', [at(account)])

const STATE =
  '(int256 totalPt, int256 totalSy, int256 totalLp, address treasury, int256 scalarRoot, uint256 expiry, uint256 lnFeeRateRoot, uint256 reserveFeePercent, uint256 lastLnImpliedRate)'

/** A member of a market's state. */
export const stateOf = (market: Reference, member: string): Reference =>
  onChain(market, `function readState(address) view returns (${STATE})`, [at('pendle-v2.router')], member)

/** Steps after which the account has PT and YT, PT, SY or LP of the first market. */
export const SPLIT: CaseStep = {
  tool: 'pendle_mint_py',
  params: { market: MARKET, amountBaseUnits: '1000000000000000000000' },
  driftBps: 3,
}
export const FIXED: CaseStep = {
  tool: 'pendle_buy_pt',
  params: { market: MARKET, amountBaseUnits: '1000000000000000000000' },
  driftBps: 3,
}
export const WRAPPED: CaseStep = {
  tool: 'pendle_mint_sy',
  params: { amountBaseUnits: '1000000000000000000000' },
}
export const JOINED: CaseStep = {
  tool: 'pendle_add_liquidity',
  params: { market: MARKET, amountBaseUnits: '1000000000000000000000' },
  driftBps: 3,
}
/** The first market matures. */
export const MATURES: CaseStep = { later: { protocol: 'pendle-v2', act: 'maturity' } }
export const EARNS: CaseStep = { later: { protocol: 'pendle-v2', act: 'yield', shareBps: 100 } }
