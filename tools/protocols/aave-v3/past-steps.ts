import { at, type CaseStep, type CaseValue, callData, onChain } from '../../core/cases.ts'
import { POOL_VIEWS } from './pool-views.ts'

const SUPPLY = 'function supply(address, uint256, address, uint16)'
const BORROW = 'function borrow(address, uint256, uint256, uint16, address)'

/** Let an account act on the Pool by itself. */
const send = (from: string, to: CaseValue, signature: string, args: readonly CaseValue[]): CaseStep => ({
  send: { from, to, data: callData(signature, args) },
})

const call = (from: string, signature: string, args: readonly CaseValue[]) =>
  send(from, at('aave-v3.pool'), signature, args)

/** Let an actor supply tokens for itself. */
export const supplyAs = (actor: string, token: string, amount: CaseValue): readonly CaseStep[] => [
  send(actor, at(token), 'function approve(address, uint256)', [at('aave-v3.pool'), amount]),
  call(actor, SUPPLY, [at(token), amount, at(actor), 0]),
]

/** Let an actor borrow for itself. */
export const borrowAs = (actor: string, token: string, amount: string): CaseStep =>
  call(actor, BORROW, [at(token), amount, 2, 0, at(actor)])

/** Let an actor enter a category. */
export const enterEMode = (actor: string, category: number): CaseStep =>
  call(actor, 'function setUserEMode(uint8)', [category])

/** Let an actor switch collateral. */
export const switchCollateral = (actor: string, token: string, isOn: boolean): CaseStep =>
  call(actor, 'function setUserUseReserveAsCollateral(address, bool)', [at(token), isOn])

/** The trader has 10 WETH of collateral and owes 12 000 USDC. */
export const TRADER_BORROWS: readonly CaseStep[] = [
  ...supplyAs('trader', 'WETH', '10000000000000000000'),
  borrowAs('trader', 'USDC', '12000000000'),
]

/** Set the price that Aave uses, as a whole number of US dollars. */
export const priceAt = (token: string, usd: number): CaseStep => ({
  tool: 'testnet_set_oracle_price',
  params: { token, priceUsd: String(usd) },
})

/** Places of what the data provider says of an account in a reserve. */
const MEMBERS = { supplied: 0, debt: 2, scaledDebt: 4, isCollateral: 8 } as const

/** What the data provider says of an account in a reserve. */
export const heldBy = (account: string, token: string, member: keyof typeof MEMBERS) =>
  onChain(at('aave-v3.dataProvider'), POOL_VIEWS.user, [at(token), at(account)], MEMBERS[member])

/** A token of a reserve. */
export const tokenOf = (token: string, member: 'aTokenAddress' | 'variableDebtTokenAddress') =>
  onChain(at('aave-v3.pool'), POOL_VIEWS.reserve, [at(token)], member)

/** The agent's account supplies 4 WETH by its own tool. */
export const SUPPLIED: CaseStep = {
  tool: 'aave_supply_collateral',
  params: { token: 'WETH', amountBaseUnits: '4000000000000000000' },
  driftBps: 1,
}

/** The agent's account owes 2 000 USDC against it. */
export const BORROWED: readonly CaseStep[] = [
  SUPPLIED,
  {
    tool: 'aave_borrow_asset',
    params: { token: 'USDC', amountBaseUnits: '2000000000' },
    driftBps: 1,
  },
]

/** Units of what an account supplied or owes, by the token of the reserve itself. */
export const unitsOf = (account: string, token: string, member: Parameters<typeof tokenOf>[1]) =>
  onChain(tokenOf(token, member), 'function scaledBalanceOf(address) view returns (uint256)', [at(account)])
