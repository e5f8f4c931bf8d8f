import { at, type CaseStep, type CaseValue, onChain } from '../../core/cases.ts'

/** The pools of mainnet that cases act in. */
export const WEIGHTED = '0x0b09dea16768f0799065c475be02919503cb2a3500020000000000000000001a'
export const STABLE = '0x79c58f70905f734641735bc61e45c19dd9ad60bc0000000000000000000004e7'

/** An id that no pool has. */
export const NOWHERE = `0x${'22'.repeat(32)}`

const TOKEN_INFO =
  'function getPoolTokenInfo(bytes32, address) view returns (uint256 cash, uint256 managed, uint256 changed, address manager)'

/** What the Vault says that a pool holds of a token. */
export const heldBy = (poolId: string, token: string) =>
  onChain(at('balancer-v2.vault'), TOKEN_INFO, [poolId, at(token)], 0)

/** How many shares of a pool an account has. */
export const sharesOf = (pool: 'weightedPool' | 'stablePool', account: string) =>
  onChain(at(`balancer-v2.${pool}`), 'function balanceOf(address) view returns (uint256)', [at(account)])

/** What a pool says of itself in one number. */
export const saidBy = (pool: 'weightedPool' | 'stablePool', view: string, args: readonly CaseValue[] = []) =>
  onChain(at(`balancer-v2.${pool}`), `function ${view} view returns (uint256)`, args)

/** The account has about 3 000 USD of the stable pool, all paid in USDC. */
export const JOINED: CaseStep = {
  tool: 'balancer_join_pool',
  params: { poolId: STABLE, deposits: [{ token: 'USDC', amountBaseUnits: '3000000000' }] },
}

/** The account has 500 USDC inside of the Vault. */
export const INSIDE: CaseStep = {
  tool: 'balancer_manage_internal_balance',
  params: { operation: 'deposit', token: 'USDC', amountBaseUnits: '500000000' },
}
