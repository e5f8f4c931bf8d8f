import { at, type CaseStep, type CaseValue, callData, onChain, type Reference } from '../../core/cases.ts'

/** The vault of USDC, and the markets of the origin: it lends in the second one. */
export const VAULT = at('metamorpho.usdcVault')
export const WETH_USDC = '0x7dde86a1e94561d9690ec678db673c1a6396365f7d1d65e129c5fff0990ff758'
export const WBTC_USDC = '0x3a85e619751152991742810df6ec69ce473daef99e28a64ab2340d7b7ccfee49'
export const WETH_DAI = '0x78efbe40bd6c884233f33ea74a30792dd9749f42c365de1961fe490fc25b65f1'

/** The cap of both USDC markets, and a higher one. */
export const CAP = '5000000000000'
export const HIGHER_CAP = '6000000000000'

/** How long a higher cap waits. */
export const TIMELOCK_SECONDS = 86_400

/** The parameters of the market of WETH for USDC. */
const TERMS: CaseValue = [
  at('USDC'),
  at('WETH'),
  '0xdC6fd5831277c693b1054e19E94047cB37c77615',
  at('morpho-blue.irm'),
  '860000000000000000',
]
const MARKET_PARAMS = '(address, address, address, address, uint256)'

/** A call of the vault by an account. */
const byAccount = (from: string, signature: string, args: readonly CaseValue[]): CaseStep => ({
  send: { from, to: VAULT, data: callData(`function ${signature}`, args) },
})

/** Its owner makes the operator an allocator, or its guardian; proposes a higher cap for WETH; lowers it to nothing. */
export const ALLOCATES = byAccount('deployer', 'setIsAllocator(address, bool)', [at('operator'), true])
export const GUARDS = byAccount('deployer', 'submitGuardian(address)', [at('operator')])
export const PROPOSED = byAccount('deployer', `submitCap(${MARKET_PARAMS}, uint256)`, [TERMS, HIGHER_CAP])
export const CAPPED_AT_NOTHING = byAccount('deployer', `submitCap(${MARKET_PARAMS}, uint256)`, [TERMS, '0'])

/** The owner's account takes the vault over. */
export const OWNED: readonly CaseStep[] = [
  byAccount('deployer', 'transferOwnership(address)', [at('gate')]),
  byAccount('gate', 'acceptOwnership()', []),
]

/** The timelock passes. */
export const WAITED: CaseStep = {
  tool: 'testnet_mine_blocks',
  params: { count: 1, intervalSeconds: TIMELOCK_SECONDS },
}

/** What passes every question on to the vault, and so answers as it does; the factory did not make it. */
export const PRETENDED = '0x2556Cf5060758252621b457257738eE41994567e'
export const PRETENDS: CaseStep = {
  send: {
    from: 'attacker',
    to: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
    data: `0x${'00'.repeat(32)}602d8060095f395ff3365f5f375f5f365f73beef01735c132ada46aa9aa4c54623caa92a64cb5afa3d5f5f3e6029573d5ffd5b3d5ff3`,
  },
}

/** What a view of the vault answers. */
export const viewOf = (view: string, args: readonly CaseValue[] = [], member?: number | string): Reference =>
  onChain(VAULT, `function ${view}`, args, member)

/** The cap of a market, as the vault keeps it. */
export const capOf = (market: string): Reference =>
  viewOf('config(bytes32) view returns (uint184 cap, bool enabled, uint64 removableAt)', [market], 0)
