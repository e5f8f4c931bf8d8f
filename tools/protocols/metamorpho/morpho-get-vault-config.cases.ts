import { at, defineCases } from '../../core/cases.ts'
import {
  ALLOCATES,
  CAP,
  GUARDS,
  HIGHER_CAP,
  PROPOSED,
  TIMELOCK_SECONDS,
  VAULT,
  viewOf,
  WBTC_USDC,
  WETH_DAI,
  WETH_USDC,
} from './vault-cases.ts'

/** Cases of `morpho_get_vault_config`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { vault: at('trader') }, code: 'NOT_A_METAMORPHO' },
    { params: { vault: at('erc4626.savingsVault') }, code: 'NOT_A_METAMORPHO' },
  ],
  serves: [
    {
      name: 'roles, queues and caps as the vault keeps them',
      params: { vault: VAULT, markets: [WETH_DAI] },
      roundTrips: 2,
      expect: {
        asset: at('USDC'),
        isOfFactory: true,
        owner: viewOf('owner() view returns (address)'),
        pendingOwner: null,
        curator: null,
        guardian: null,
        isOperatorAllocator: false,
        feeBps: 0,
        feeRecipient: null,
        timelockSeconds: TIMELOCK_SECONDS,
        supplyQueue: [WBTC_USDC],
        withdrawQueue: [WETH_USDC, WBTC_USDC],
        'markets.length': 3,
        'markets.0.market': WETH_USDC,
        'markets.0.collateralToken': at('WETH'),
        'markets.0.lltvBps': 8_600,
        'markets.0.capBaseUnits': CAP,
        'markets.0.isEnabled': true,
        'markets.0.pendingCapBaseUnits': null,
        'markets.2.market': WETH_DAI,
        'markets.2.isEnabled': false,
        'markets.2.capBaseUnits': '0',
      },
    },
    {
      name: 'what is pending, and the roles of the operator',
      before: [ALLOCATES, GUARDS, PROPOSED],
      params: { vault: VAULT },
      expect: {
        isOperatorAllocator: true,
        guardian: at('operator'),
        'markets.0.pendingCapBaseUnits': HIGHER_CAP,
        'markets.0.capBaseUnits': CAP,
      },
    },
  ],
})
