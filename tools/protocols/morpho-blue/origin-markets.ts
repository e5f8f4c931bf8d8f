import { at, type CaseStep, type CaseValue, callData } from '../../core/cases.ts'

/** Markets that cases act in: WETH for USDC and WBTC for USDC at 86 %, WETH for DAI at 77 %. */
export const WETH_USDC = '0x7dde86a1e94561d9690ec678db673c1a6396365f7d1d65e129c5fff0990ff758'
export const WBTC_USDC = '0x3a85e619751152991742810df6ec69ce473daef99e28a64ab2340d7b7ccfee49'
export const WETH_DAI = '0x78efbe40bd6c884233f33ea74a30792dd9749f42c365de1961fe490fc25b65f1'

/** An id that is of no market. */
export const NO_MARKET = `0x${'11'.repeat(32)}`

/** A vault that lends in both USDC markets and lets anyone move a part between them, for a fee. */
export const VAULT = '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB'

/** What `market` and `position` of Morpho answer, and `borrowRateView` of a rate model. */
export const MARKET =
  'function market(bytes32) view returns (uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)'
export const POSITION =
  'function position(bytes32, address) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)'

const ORACLE = '0xdC6fd5831277c693b1054e19E94047cB37c77615'

const TERMS = [at('USDC'), at('WETH'), ORACLE, at('morpho-blue.irm'), '860000000000000000']

/** Others set the price of WETH, and the whale takes all of the trader's collateral for as much of the debt as that pays. */
export const liquidatedAt = (priceUsd: string): CaseStep[] => [
  { tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd } },
  {
    send: {
      from: 'whale',
      to: at('USDC'),
      data: callData('function approve(address, uint256)', [at('morpho-blue.morpho'), '1000000000000']),
    },
  },
  {
    send: {
      from: 'whale',
      to: at('morpho-blue.morpho'),
      data: callData(
        'function liquidate((address, address, address, address, uint256), address, uint256, uint256, bytes)',
        [TERMS, at('trader'), '400000000000000000000', '0', '0x'],
      ),
    },
  },
]

/** The account lends 1 000 USDC; it posts 2 WETH and borrows 1 500 USDC. */
export const LENT = {
  tool: 'morpho_supply_market',
  params: { market: WETH_USDC, amountBaseUnits: '1000000000' },
  driftBps: 1,
}
export const POSTED = {
  tool: 'morpho_supply_collateral',
  params: { market: WETH_USDC, amountBaseUnits: '2000000000000000000' },
}
export const BORROWED = {
  tool: 'morpho_borrow_asset',
  params: { market: WETH_USDC, amountBaseUnits: '1500000000' },
  driftBps: 1,
}

/**
 * What the attacker makes answer like a vault of its own: every market is enabled, one is in its queue, a second never
 * comes to an answer, and nothing moves when it is asked to. Deployed at an address that follows from its code.
 */
const pretendedVault = (queued: string) =>
  `0x${'00'.repeat(32)}60738060095f395ff3600436146025575f3560e01c6362518ddf14604157600160801b5f52600160205260605ff35b7315d34aaf54267db7d7c367839aaf71a00a2c6a655f5260205ff35b600435606f577f${queued.slice(2)}5f5260205ff35b606f56`

/** Where the one stands that has no market of Morpho's in its queue, and the one that has WETH for USDC. */
export const VAULT_OF_NOTHING = '0x2a3334e893451b28542F00BEF5329303EB817957'
export const VAULT_OF_WETH = '0xA37dB683A2789f04201466643d5d9d4022c4e902'

/** The attacker has the public allocator take such a vault for one that lets anyone move a part into a market. */
export const pretendVault = (vault: string, queued: string, into: string): CaseStep[] => [
  {
    send: {
      from: 'attacker',
      to: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
      data: pretendedVault(queued),
    },
  },
  {
    send: {
      from: 'attacker',
      to: at('morpho-blue.publicAllocator'),
      data: callData('function setFlowCaps(address, (bytes32, (uint128, uint128))[])', [
        vault,
        [queued, into].map((id) => [id, ['1000000000000', '1000000000000']]),
      ]),
    },
  },
]

/** The whale lends 1 000 USDC against WETH for another account. */
export const lendFor = (account: string): CaseStep[] => [
  {
    send: {
      from: 'whale',
      to: at('USDC'),
      data: callData('function approve(address, uint256)', [at('morpho-blue.morpho'), '1000000000']),
    },
  },
  {
    send: {
      from: 'whale',
      to: at('morpho-blue.morpho'),
      data: callData(
        'function supply((address, address, address, address, uint256), uint256, uint256, address, bytes)',
        [TERMS, '1000000000', '0', account, '0x'],
      ),
    },
  },
]

const MARKET_PARAMS = '(address, address, address, address, uint256)'

/** The whale opens a market whose loan token is nobody's, and posts a base unit of WETH in it for another account. */
export const strayMarketFor = (account: string): CaseStep[] => {
  const terms = [at('trader'), at('WETH'), ORACLE, at('morpho-blue.irm'), '860000000000000000']
  const send = (to: CaseValue, signature: string, args: readonly CaseValue[]): CaseStep => ({
    send: { from: 'whale', to, data: callData(`function ${signature}`, args) },
  })
  const morpho = at('morpho-blue.morpho')
  return [
    send(morpho, `createMarket(${MARKET_PARAMS})`, [terms]),
    send(at('WETH'), 'approve(address, uint256)', [morpho, '1']),
    send(morpho, `supplyCollateral(${MARKET_PARAMS}, uint256, address, bytes)`, [
      terms,
      '1',
      at(account),
      '0x',
    ]),
  ]
}
